package dev.mooring.vault.files;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a path in a tool's argument may look like, before anybody asks the file system. */
public final class PathRules {

    private static final int LONGEST = 1_024;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);
    private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c|00|25)", Pattern.CASE_INSENSITIVE);
    private static final Pattern UPWARD = Pattern.compile("\\.\\.[. ]*|[. ]*\\.\\.");
    private static final List<String> EXTENSIONS = List.of(".md", ".markdown", ".txt");

    private PathRules() {}

    /** Why the path can never be one of this vault. */
    static Optional<String> problem(String path) {
        if (path.isBlank()) {
            return Optional.of("The path is empty. Give a path relative to the vault, such as notes/idea.md.");
        }
        if (path.length() > LONGEST) {
            return Optional.of("The path is longer than " + LONGEST + " characters.");
        }
        if (!isPlainText(path)) {
            return Optional.of("The path holds control characters or broken Unicode.");
        }
        if (path.indexOf('\\') >= 0) {
            return Optional.of("Write paths with / and not with \\.");
        }
        if (path.startsWith("/") || DRIVE.matcher(path).matches()) {
            return Optional.of("The path is absolute. Give it relative to the vault, such as notes/idea.md.");
        }
        if (path.indexOf('%') >= 0 && ENCODED.matcher(path).find()) {
            return Optional.of("The path is percent-encoded. Write it plainly.");
        }
        if (path.contains("..")
                && segments(path).stream()
                        .anyMatch(segment -> UPWARD.matcher(segment).matches())) {
            return Optional.of("The path leads out of its folder with .. and so may leave the vault.");
        }
        return Optional.empty();
    }

    /** The names on the path; {@code ./} and doubled separators mean nothing. */
    static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty() && !segment.equals("."))
                .toList();
    }

    static boolean isDocument(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return EXTENSIONS.stream()
                .anyMatch(extension -> lower.endsWith(extension) && lower.length() > extension.length());
    }

    static boolean isHidden(String name) {
        return name.startsWith(".");
    }

    static String composed(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC);
    }

    /** Equal for names that differ only in case or in how they are composed. */
    public static String folded(String name) {
        return composed(name).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** No control characters, and no half of a surrogate pair. */
    private static boolean isPlainText(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (Character.isISOControl(c)) {
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
