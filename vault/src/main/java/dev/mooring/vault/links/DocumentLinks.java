package dev.mooring.vault.links;

import java.util.List;

/** All that is known of one document's links, each list sorted. */
public record DocumentLinks(
        List<Backlink> backlinks, List<Forward> forward, List<Link> unresolved, List<Ambiguous> ambiguous) {

    /** A link in another document that leads here. */
    public record Backlink(String source, Link link) {}

    public record Forward(String target, Link link) {}

    public record Ambiguous(Link link, List<String> candidates) {}
}
