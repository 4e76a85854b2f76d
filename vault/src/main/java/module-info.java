/** A folder of Markdown documents: an MCP server for it, and the review of the suggestions that clients make. */
module dev.mooring.vault {
    requires transitive dev.mooring.handle;
    requires transitive dev.mooring.mcp;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires re2j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.vault;
    exports dev.mooring.vault.critic;
    exports dev.mooring.vault.review;
    exports dev.mooring.vault.server;
}
