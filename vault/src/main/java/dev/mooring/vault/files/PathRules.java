package dev.mooring.vault.files;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules for paths from callers that need no access to the file system. */
public final class PathRules {

    private static final int MAX_LENGTH = 1_024;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);
    private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c|00|25)", Pattern.CASE_INSENSITIVE);
    private static final Pattern UPWARD = Pattern.compile("\\.\\.[. ]*|[. ]*\\.\\.");
    private static final List<String> EXTENSIONS = List.of(".md", ".markdown", ".txt");
    private static final List<String> ATTACHMENTS =
            List.of(".canvas", ".base", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif");

    private PathRules() {}

    /** Returns a sentence on why the path is invalid in every vault; empty if it is valid. */
    static Optional<String> problem(String path) {
        if (path.isBlank()) {
            return Optional.of("The path is empty. Pass a path relative to the vault, such as notes/idea.md.");
        }
        if (path.length() > MAX_LENGTH) {
            return Optional.of("The path is longer than " + MAX_LENGTH + " characters. Choose a shorter path.");
        }
        if (!isPlainText(path)) {
            return Optional.of("The path contains control characters or invalid Unicode. Remove them.");
        }
        if (path.indexOf('\\') >= 0) {
            return Optional.of("The path contains \\. Use / between names.");
        }
        if (path.startsWith("/") || DRIVE.matcher(path).matches()) {
            return Optional.of("The path is absolute. Pass a path relative to the vault, such as notes/idea.md.");
        }
        if (path.indexOf('%') >= 0 && ENCODED.matcher(path).find()) {
            return Optional.of("The path is percent-encoded. Pass it decoded.");
        }
        if (path.contains("..")
                && segments(path).stream()
                        .anyMatch(segment -> UPWARD.matcher(segment).matches())) {
            return Optional.of(
                    "The path contains .. and could leave the vault. Pass a path without .. from the vault's root.");
        }
        return Optional.empty();
    }

    /** Splits a path into names. Ignores {@code .} and repeated separators. */
    static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty() && !segment.equals("."))
                .toList();
    }

    /** Returns whether a name or path is that of a document. */
    public static boolean isDocument(String name) {
        return hasExtension(name, EXTENSIONS);
    }

    /** Returns a name or path without the extension of a document, or as it is if it has none. */
    public static String withoutExtension(String name) {
        return isDocument(name) ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    /** Returns whether a file can be listed and read, but not edited: an image, or an Obsidian canvas or base. */
    public static boolean isAttachment(String name) {
        return hasExtension(name, ATTACHMENTS);
    }

    private static boolean hasExtension(String name, List<String> extensions) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && extensions.contains(name.substring(dot).toLowerCase(Locale.ROOT));
    }

    static boolean isHidden(String name) {
        return name.startsWith(".");
    }

    /** Returns the name in Unicode form NFC. */
    static String composed(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC);
    }

    /** Returns a key that is equal for names that differ only in case or Unicode form. */
    public static String folded(String name) {
        return isLowerCaseAscii(name)
                ? name
                : composed(name).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static boolean isLowerCaseAscii(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a sentence on why no new file may have this path; empty if one may. Invisible characters that change the
     * direction of text make a name look like another one.
     */
    static Optional<String> problemOfNewPath(String path) {
        Optional<String> problem = problem(path);
        if (problem.isPresent()) {
            return problem;
        }
        return path.codePoints()
                .filter(PathRules::isInvisibleControl)
                .mapToObj(c -> String.format(
                        "The path contains the invisible character U+%04X, which can disguise a name. Remove it.", c))
                .findFirst();
    }

    /** Bidirectional and other controls without a shape. Joiners are allowed: some scripts and emoji need them. */
    private static boolean isInvisibleControl(int c) {
        return switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING,
                    Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
                    Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT,
                    Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE,
                    Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
                    Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE -> true;
            default -> c == 0x200E || c == 0x200F || c == 0x061C || c == 0x200B || c == 0xFEFF;
        };
    }

    /** Returns whether the path contains neither control characters, line separators nor lone surrogates. */
    static boolean isPlainText(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isSurrogatePair(c, i + 1 < path.length() ? path.charAt(i + 1) : ' ')) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
