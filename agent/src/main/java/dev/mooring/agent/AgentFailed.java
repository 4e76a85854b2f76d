package dev.mooring.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent could not go on. The message says why, for people and for agents above it, without secrets. */
public sealed class AgentFailed extends Exception {
    private static final long serialVersionUID = 1;

    private AgentFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The model gave no usable turn, also after trying again where that made sense; the cause says why. */
    public static final class ModelError extends AgentFailed {
        private static final long serialVersionUID = 1;

        ModelError(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The tools that the agent is to have cannot be had. */
    public static final class ToolsUnavailable extends AgentFailed {
        private static final long serialVersionUID = 1;

        ToolsUnavailable(String message) {
            super(message, null);
        }
    }

    /** What the agent was asked breaks its input schema. */
    public static final class InvalidInput extends AgentFailed {
        private static final long serialVersionUID = 1;

        private final transient List<String> faults;

        InvalidInput(String agent, List<String> faults) {
            super("The input for " + agent + " breaks its schema: " + String.join("; ", faults), null);
            this.faults = List.copyOf(faults);
        }

        public List<String> faults() {
            return faults;
        }
    }

    /** The answer breaks the agent's output schema, also after the model was told so. */
    public static final class InvalidOutput extends AgentFailed {
        private static final long serialVersionUID = 1;

        private final transient List<String> faults;
        private final String text;

        InvalidOutput(String agent, List<String> faults, String text) {
            super("The answer of " + agent + " breaks its output schema: " + String.join("; ", faults), null);
            this.faults = List.copyOf(faults);
            this.text = text;
        }

        public List<String> faults() {
            return faults;
        }

        /** The last answer. */
        public String text() {
            return text;
        }
    }

    /** Agents call each other deeper than allowed; the message has the path. */
    public static final class DepthExceeded extends AgentFailed {
        private static final long serialVersionUID = 1;

        DepthExceeded(String message) {
            super(message, null);
        }
    }
}
