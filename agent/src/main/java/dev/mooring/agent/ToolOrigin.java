package dev.mooring.agent;

import org.apiguardian.api.API;

/** The origin of a tool. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface ToolOrigin {
    /** Returns the name as agent files write it, for people. */
    String label();

    /** A tool of an MCP server. */
    record Server(String server, String tool) implements ToolOrigin {
        @Override
        public String label() {
            return server + "/" + tool;
        }
    }

    /** A sub-agent. */
    record SubAgent(String agent) implements ToolOrigin {
        @Override
        public String label() {
            return "agent:" + agent;
        }
    }

    /** A function of the program. */
    record Function(String name) implements ToolOrigin {
        @Override
        public String label() {
            return name;
        }
    }

    /** A tool that does not exist, although the model called it. */
    record Unknown(String name) implements ToolOrigin {
        @Override
        public String label() {
            return name;
        }
    }
}
