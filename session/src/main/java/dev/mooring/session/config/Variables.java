package dev.mooring.session.config;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables of a servers file: {@code ${NAME}} and {@code ${NAME:-default}} stand for environment variables, and {@code
 * ${workspaceFolder}} for the folder of the project, as in VS Code and Cursor. Collects the values of environment variables
 * as secrets, except those of well-known variables such as {@code HOME}.
 */
final class Variables {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern NAME = Pattern.compile("(?:env:)?([A-Za-z_][A-Za-z0-9_]*)");
    private static final Set<String> PUBLIC_NAMES = Set.of(
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
    private final Path workspace;
    private final Set<String> secrets = new LinkedHashSet<>();

    /** @param workspace the folder of the project that the file belongs to */
    Variables(Map<String, String> environment, Path workspace) {
        this.environment = environment;
        this.workspace = workspace;
    }

    /** Thrown if a reference cannot be substituted. The message completes the sentence "KEY …". */
    static final class InvalidReference extends Exception {
        InvalidReference(String message) {
            super(message);
        }
    }

    String substitute(String text) throws InvalidReference {
        Matcher references = REFERENCE.matcher(text);
        StringBuilder substituted = new StringBuilder();
        while (references.find()) {
            references.appendReplacement(substituted, Matcher.quoteReplacement(valueOf(references.group(1))));
        }
        return references.appendTail(substituted).toString();
    }

    private String valueOf(String reference) throws InvalidReference {
        int split = reference.indexOf(":-");
        String written = split < 0 ? reference : reference.substring(0, split);
        if (written.startsWith("input:")) {
            throw new InvalidReference("asks a person for \"" + written.substring(6)
                    + "\", which only an editor can do; put the value in an environment variable and write ${NAME}");
        }
        if (written.equals("workspaceFolder")) {
            return workspace.toString();
        }
        Matcher name = NAME.matcher(written);
        if (!name.matches()) {
            throw new InvalidReference("has ${" + written + "}, which is not the name of a variable");
        }
        String value = environment.get(name.group(1));
        if (value != null && !(value.isEmpty() && split >= 0)) {
            if (!PUBLIC_NAMES.contains(name.group(1)) && !name.group(1).startsWith("XDG_")) {
                secrets.add(value);
            }
            return value;
        }
        if (split < 0) {
            throw new InvalidReference("needs the environment variable " + name.group(1)
                    + ", which is not set; set it, or write ${" + name.group(1) + ":-default}");
        }
        return reference.substring(split + 2);
    }

    /** Adds a value to the secrets. */
    void addSecret(String value) {
        secrets.add(value);
    }

    Set<String> secrets() {
        return secrets;
    }
}
