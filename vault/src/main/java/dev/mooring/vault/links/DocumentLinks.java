package dev.mooring.vault.links;

import java.util.List;

/**
 * The links from and to one document. Each list is sorted.
 *
 * @param attachments links to images and other files that are not documents
 */
public record DocumentLinks(
        List<Backlink> backlinks,
        List<Forward> forward,
        List<Forward> attachments,
        List<Link> unresolved,
        List<Ambiguous> ambiguous) {

    /** A link from another document to this one. */
    public record Backlink(String source, Link link) {}

    /** A link from this document to another one or to itself. */
    public record Forward(String target, Link link) {}

    /** A link from this document that several documents match. */
    public record Ambiguous(Link link, List<String> candidates) {}
}
