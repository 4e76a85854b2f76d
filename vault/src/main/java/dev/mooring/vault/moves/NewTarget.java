package dev.mooring.vault.moves;

import static dev.mooring.vault.files.PathRules.withoutExtension;

import dev.mooring.vault.links.LocatedLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Chooses how a link to another path is written: like the old link where possible. */
final class NewTarget {

    private final String source;
    private final LocatedLink link;

    /** @param source the path of the document that contains the link, after the move */
    NewTarget(String source, LocatedLink link) {
        this.source = source;
        this.link = link;
    }

    /**
     * Returns the new target as written in the text; empty if no way of writing it leads to the document.
     *
     * @param path the path to link to
     * @param leadsThere whether a target leads to that path
     */
    Optional<String> to(String path, Predicate<String> leadsThere) {
        return candidates(path).stream()
                .filter(this::canBeWritten)
                .filter(leadsThere)
                .map(this::written)
                .findFirst();
    }

    /** Returns a relative path for a file that is not a document. */
    String toFile(String path) {
        return written(link.style() == LocatedLink.Style.WIKI ? path : relative(path));
    }

    private Set<String> candidates(String path) {
        List<String> forms = new ArrayList<>();
        String old = link.target();
        if (old.startsWith("/")) {
            forms.add("/" + path);
        } else if (old.startsWith("./") || old.startsWith("../")) {
            String relative = relative(path);
            forms.add(old.startsWith("./") && !relative.startsWith("../") ? "./" + relative : relative);
        } else if (link.style() != LocatedLink.Style.WIKI) {
            forms.add(relative(path));
        } else if (old.indexOf('/') < 0) {
            forms.add(path.substring(path.lastIndexOf('/') + 1));
        }
        forms.add(path);
        forms.add("/" + path);
        forms.add(relative(path));
        boolean hasExtension = !withoutExtension(old).equals(old);
        Set<String> candidates = new LinkedHashSet<>();
        for (String form : forms) {
            if (!hasExtension) {
                candidates.add(withoutExtension(form));
            }
            candidates.add(form);
        }
        return candidates;
    }

    private String relative(String path) {
        Path folder = Path.of("/" + source).getParent();
        return (folder == null ? Path.of("/") : folder)
                .relativize(Path.of("/" + path))
                .toString()
                .replace('\\', '/');
    }

    private boolean canBeWritten(String target) {
        return switch (link.style()) {
            case WIKI -> target.chars().noneMatch(c -> "#^[]|".indexOf(c) >= 0);
            case MARKDOWN -> true;
            case ANGLE -> target.chars().noneMatch(c -> "<>#%".indexOf(c) >= 0);
        };
    }

    private String written(String target) {
        if (link.style() != LocatedLink.Style.MARKDOWN) {
            return target;
        }
        return target.replace("%", "%25")
                .replace(" ", "%20")
                .replace("#", "%23")
                .replace("(", "%28")
                .replace(")", "%29")
                .replace("<", "%3C")
                .replace(">", "%3E")
                .replace("\\", "%5C");
    }
}
