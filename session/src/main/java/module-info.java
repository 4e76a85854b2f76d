/** Open MCP sessions and their owners: runs, invocations, the program, and handles of a gateway. */
@SuppressWarnings("module") // the gateway is compiled later
module dev.mooring.session {
    requires transitive dev.mooring.mcp;
    requires transitive dev.mooring.run;
    requires transitive micrometer.core;
    requires org.slf4j;
    requires static langchain4j; // not transitive, because users without LangChain4j must be able to compile
    requires static langchain4j.core;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.session;
    exports dev.mooring.session.config;
    exports dev.mooring.session.langchain4j;
    exports dev.mooring.session.timer to
            dev.mooring.gateway;
}
