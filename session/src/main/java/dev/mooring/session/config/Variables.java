package dev.mooring.session.config;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in {@code ${NAME}} and {@code ${NAME:-default}}, and remembers which values came from outside: they are secrets,
 * unless the name is one that everybody has and nobody hides.
 */
final class Variables {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern NAME = Pattern.compile("(?:env:)?([A-Za-z_][A-Za-z0-9_]*)");
    private static final Set<String> HARMLESS = Set.of(
            "HOME",
            "USER",
            "LOGNAME",
            "PATH",
            "PWD",
            "SHELL",
            "TERM",
            "LANG",
            "TMPDIR",
            "HOSTNAME",
            "DISPLAY",
            "MOORING");

    private final Map<String, String> environment;
    private final Set<String> secrets = new LinkedHashSet<>();

    Variables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Something that is wrong with a text, to be said together with where it stands. */
    static final class Unfilled extends Exception {
        Unfilled(String message) {
            super(message);
        }
    }

    String fill(String text) throws Unfilled {
        Matcher references = REFERENCE.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (references.find()) {
            references.appendReplacement(filled, Matcher.quoteReplacement(valueOf(references.group(1))));
        }
        return references.appendTail(filled).toString();
    }

    private String valueOf(String reference) throws Unfilled {
        int split = reference.indexOf(":-");
        String written = split < 0 ? reference : reference.substring(0, split);
        if (written.startsWith("input:")) {
            throw new Unfilled("asks a person for \"" + written.substring(6)
                    + "\", which only an editor can do; put the value in an environment variable and write ${NAME}");
        }
        Matcher name = NAME.matcher(written);
        if (!name.matches()) {
            throw new Unfilled("has ${" + written + "}, which is not the name of a variable");
        }
        String value = environment.get(name.group(1));
        if (value != null && !(value.isEmpty() && split >= 0)) {
            if (!HARMLESS.contains(name.group(1)) && !name.group(1).startsWith("XDG_")) {
                secrets.add(value);
            }
            return value;
        }
        if (split < 0) {
            throw new Unfilled("needs the environment variable " + name.group(1)
                    + ", which is not set; set it, or write ${" + name.group(1) + ":-default}");
        }
        return reference.substring(split + 2);
    }

    /** A value that is a secret wherever it came from. */
    void hide(String value) {
        secrets.add(value);
    }

    Set<String> secrets() {
        return secrets;
    }
}
