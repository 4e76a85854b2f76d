package dev.mooring.vault.links;

import java.util.List;

/** What a link leads to. */
sealed interface LinkTarget {

    record Resolved(String path) implements LinkTarget {}

    /** Several documents fit equally well; nobody guesses. */
    record Ambiguous(List<String> paths) implements LinkTarget {}

    record Unresolved() implements LinkTarget {}
}
