/** What a run is: its id, its scopes and what happens when it ends. Knows nothing of MCP. */
module dev.mooring.run {
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.run;
}
