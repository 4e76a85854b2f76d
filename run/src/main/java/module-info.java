/** Runs: an id, scopes, end hooks. Independent of MCP. */
module dev.mooring.run {
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.run;
}
