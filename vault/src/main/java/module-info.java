/** Documents in a folder: links, CriticMarkup suggestions, and the tools that read and edit them. */
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
    exports dev.mooring.vault.diff;
    exports dev.mooring.vault.edit;
    exports dev.mooring.vault.files;
    exports dev.mooring.vault.links;
    exports dev.mooring.vault.mcp;
    exports dev.mooring.vault.review;
    exports dev.mooring.vault.search;
    exports dev.mooring.vault.text;
    exports dev.mooring.vault.tools;
}
