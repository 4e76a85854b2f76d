package dev.mooring.agent;

/** Where a tool comes from. */
public sealed interface ToolOrigin {
    /** For people, as agent files write it. */
    String label();

    /** A tool of an MCP server. */
    record Server(String server, String tool) implements ToolOrigin {
        @Override
        public String label() {
            return server + "/" + tool;
        }
    }

    /** Another agent. */
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

    /** Nowhere: the model made it up. */
    record Unknown(String name) implements ToolOrigin {
        @Override
        public String label() {
            return name;
        }
    }
}
