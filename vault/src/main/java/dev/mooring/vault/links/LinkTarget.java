package dev.mooring.vault.links;

import java.util.List;

/** The result of resolving a link. */
public sealed interface LinkTarget {

    record Resolved(String path) implements LinkTarget {}

    /** Several documents match equally well. */
    record Ambiguous(List<String> paths) implements LinkTarget {}

    record Unresolved() implements LinkTarget {}
}
