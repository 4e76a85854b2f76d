/** A gateway that serves stateful MCP servers to clients without sessions. */
module dev.mooring.gateway {
    requires transitive dev.mooring.mcp;
    requires transitive dev.mooring.session;
    requires transitive dev.mooring.handle;
    requires com.github.benmanes.caffeine;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.slf4j;
    requires re2j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.gateway;
}
