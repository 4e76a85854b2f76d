package dev.mooring.vault.server;

import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.PathRules;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.LineNumbers;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads attachments for {@code read}: images as image content; canvases, bases and SVG as numbered lines. */
final class Attachments {

    /** The largest image that common models accept. */
    private static final int MAX_IMAGE_BYTES = 5_000_000;

    private final DocumentStore store;

    Attachments(DocumentStore store) {
        this.store = store;
    }

    /**
     * Reads a file if its name is that of an attachment; returns empty otherwise. The result has no session, because
     * attachments cannot be edited.
     *
     * @param first the first line of a text, counted from 1
     * @param limit the most lines of a text
     * @param skipped how many characters of the first line to leave out: a canvas is often one long line
     */
    Optional<ToolResult> read(String path, int first, int limit, int skipped) throws ToolFailure, IOException {
        if (!PathRules.isAttachment(path)) {
            return Optional.empty();
        }
        Resolution.Document attachment = resolve(path);
        byte[] bytes = bytes(attachment);
        Optional<String> imageType = ImageType.of(bytes);
        return Optional.of(
                imageType.isPresent()
                        ? image(attachment.path(), imageType.get(), bytes)
                        : text(attachment.path(), bytes, first, limit, skipped));
    }

    private Resolution.Document resolve(String path) throws ToolFailure {
        return switch (store.resolveAttachment(path)) {
            case Resolution.Document attachment -> attachment;
            case Resolution.Folder folder ->
                throw new ToolFailure(folder.path() + " is a folder. Use glob to list the files in it.");
            case Resolution.Missing(String missing) -> throw missing(missing);
            case Resolution.Ambiguous(List<String> paths) ->
                throw new ToolFailure(
                        "Several paths differ only in upper and lower case or in Unicode form. Use one of: "
                                + String.join(", ", paths));
            case Resolution.Refused(String reason) -> throw new ToolFailure(reason);
        };
    }

    private byte[] bytes(Resolution.Document attachment) throws ToolFailure, IOException {
        try {
            return store.bytes(new Listed(attachment.path(), attachment.file(), 0, 0));
        } catch (NoSuchFileException e) {
            throw missing(attachment.path());
        } catch (FileContent.TooLarge e) {
            throw new ToolFailure(attachment.path() + " is larger than " + FileContent.MAX_BYTES / (1024 * 1024)
                    + " MB. Ask the user for a smaller file.");
        }
    }

    private static ToolFailure missing(String path) {
        String extension = path.substring(path.lastIndexOf('.'));
        return new ToolFailure("There is no file " + path + ". Use glob with **/*" + extension + " to find it.");
    }

    private static ToolResult image(String path, String mimeType, byte[] bytes) throws ToolFailure {
        if (bytes.length > MAX_IMAGE_BYTES) {
            throw new ToolFailure(path + " is larger than an image can be: " + bytes.length + " bytes, at most "
                    + MAX_IMAGE_BYTES + ". Ask the user for a smaller image.");
        }
        ToolResult result = ToolResult.text("[image " + path + ", " + mimeType + ", " + bytes.length + " bytes]");
        result.json()
                .withArray("content")
                .addObject()
                .put("type", "image")
                .put("data", Base64.getEncoder().encodeToString(bytes))
                .put("mimeType", mimeType);
        return result;
    }

    private static ToolResult text(String path, byte[] bytes, int first, int limit, int skipped) throws ToolFailure {
        if (!(FileContent.decode(bytes) instanceof FileContent.Text(String raw))) {
            throw new ToolFailure(path + " is neither text nor a PNG, JPEG, GIF, WebP, BMP or AVIF image.");
        }
        var lines = new LineNumbers((raw.startsWith("\uFEFF") ? raw.substring(1) : raw).replace("\r\n", "\n"));
        if (first > Math.max(lines.count(), 1)) {
            throw new ToolFailure(
                    "offset " + first + " is past the end: " + path + " has " + lines.count() + " lines.");
        }
        NumberedLines.requireCharacter(lines, first, skipped);
        int last = (int) Math.min((long) first + limit - 1, lines.count());
        String rest = last == lines.count()
                ? ""
                : "\n\n[lines " + first + "-" + last + " of " + lines.count() + "; more follows, continue with offset "
                        + (last + 1) + "]";
        return ToolResult.text(NumberedLines.of(lines, first, last, skipped) + rest + "\n\n[" + path
                + " can be read, but not edited]");
    }
}
