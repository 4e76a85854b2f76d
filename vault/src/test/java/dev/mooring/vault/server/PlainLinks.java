package dev.mooring.vault.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds and resolves links in the way that the documentation describes, written independently of Mooring's index. */
final class PlainLinks {

    private static final Pattern LINK = Pattern.compile(
            "`[^`\\n]*`|!?\\[\\[(?<wiki>[^\\]|#\\n\\\\]+)(?<wikirest>[^\\]\\n]*)\\]\\]|\\[[^\\]\\n]*\\]\\(<(?<angle>[^>#\\n]+)[^>\\n]*>\\)"
                    + "|\\[[^\\]\\n]*\\]\\((?<md>[^)#\\s]+)[^)\\n]*\\)");

    private PlainLinks() {}

    /** Returns the targets of the links of a text without marks, in order. */
    static List<String> targets(String text) {
        List<String> targets = new ArrayList<>();
        Matcher matcher = LINK.matcher(text);
        while (matcher.find()) {
            String target = target(matcher);
            if (!target.isEmpty()) {
                targets.add(target);
            }
        }
        return targets;
    }

    private static String target(Matcher matcher) {
        if (matcher.group("wiki") != null) {
            return matcher.group("wiki").strip();
        }
        String written = matcher.group("angle") == null ? matcher.group("md") : matcher.group("angle");
        return written == null ? "" : URLDecoder.decode(written.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Returns the text with a placeholder for each target, so that two texts can be compared without their links. */
    static String skeleton(String text) {
        return LINK.matcher(text).replaceAll(result -> Matcher.quoteReplacement(skeleton(result)));
    }

    private static String skeleton(MatchResult link) {
        for (String group : List.of("wiki", "angle", "md")) {
            if (link.group(group) != null) {
                int start = link.start(group) - link.start();
                int end = link.end(group) - link.start();
                return link.group().substring(0, start) + "@" + link.group().substring(end);
            }
        }
        return link.group();
    }

    /** Returns the documents that a link can mean: none, one or several. */
    static List<String> resolve(String source, String target, Set<String> documents) {
        boolean isRooted = target.startsWith("/");
        String plain = isRooted ? target.substring(1) : target;
        if (!isRooted) {
            String folder = source.contains("/") ? source.substring(0, source.lastIndexOf('/')) : "";
            List<String> beside = at(normalized(folder + "/" + plain), documents);
            if (!beside.isEmpty()) {
                return beside;
            }
        }
        List<String> rooted = at(normalized(plain), documents);
        if (!rooted.isEmpty() || isRooted || plain.startsWith("..")) {
            return rooted;
        }
        return documents.stream()
                .filter(path -> ("/" + fold(path)).endsWith("/" + fold(plain))
                        || ("/" + fold(path)).endsWith("/" + fold(plain) + ".md"))
                .sorted()
                .toList();
    }

    private static List<String> at(String path, Set<String> documents) {
        return documents.stream()
                .filter(it -> fold(it).equals(fold(path)) || fold(it).equals(fold(path) + ".md"))
                .sorted()
                .toList();
    }

    private static String fold(String path) {
        return path.toLowerCase(Locale.ROOT);
    }

    private static String normalized(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                if (names.isEmpty()) {
                    return "?";
                }
                names.removeLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return String.join("/", names);
    }
}
