/**
 * Agents: instructions, a model and tools, in a run.
 *
 * <p>LangChain4j's jars have no module names of their own, so their names here derive from the names of the files that Maven Central
 * serves. No exported type refers to them.
 */
module dev.mooring.agent {
    requires transitive dev.mooring.mcp;
    requires transitive dev.mooring.run;
    requires transitive dev.mooring.session;
    requires com.fasterxml.jackson.databind; // LangChain4j uses Jackson 2 but cannot declare it
    requires java.net.http;
    requires langchain4j.anthropic;
    requires langchain4j.core;
    requires langchain4j.google.ai.gemini;
    requires langchain4j.http.client;
    requires langchain4j.ollama;
    requires langchain4j.open.ai;
    requires org.slf4j;
    requires tools.jackson.dataformat.yaml;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.agent;
    exports dev.mooring.agent.file;
    exports dev.mooring.agent.model;
    exports dev.mooring.agent.provider;
    exports dev.mooring.agent.script;
}
