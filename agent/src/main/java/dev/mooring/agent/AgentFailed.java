package dev.mooring.agent;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Thrown if an agent cannot continue. The message gives the reason to people and calling agents, without secrets. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed class AgentFailed extends Exception {
    private static final long serialVersionUID = 1;

    private AgentFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Thrown if the model does not complete a turn, after retries if the failure is transient. The cause has the details. */
    public static final class ModelError extends AgentFailed {
        private static final long serialVersionUID = 1;

        ModelError(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Thrown if the model refuses to answer, or the provider filters the answer. */
    public static final class Refused extends AgentFailed {
        private static final long serialVersionUID = 1;

        Refused(String model, String text) {
            super(model + " refused to answer" + (text.isBlank() ? "" : ": " + text), null);
        }
    }

    /** Thrown if the model ends its turn without text and without tool calls. */
    public static final class EmptyAnswer extends AgentFailed {
        private static final long serialVersionUID = 1;

        EmptyAnswer(String model) {
            super("The answer of " + model + " is empty. Change the input or the model.", null);
        }
    }

    /** Thrown if a tool of the agent does not exist, or its server does not list its tools. */
    public static final class ToolsUnavailable extends AgentFailed {
        private static final long serialVersionUID = 1;

        ToolsUnavailable(String message) {
            super(message, null);
        }
    }

    /** Thrown if the input does not match the agent's input schema. */
    public static final class InvalidInput extends AgentFailed {
        private static final long serialVersionUID = 1;

        private final transient List<String> faults;

        InvalidInput(String agent, List<String> faults) {
            super("The input of agent " + agent + " does not match its schema: " + String.join("; ", faults), null);
            this.faults = List.copyOf(faults);
        }

        /** Returns one message for each violation of the schema. */
        public List<String> faults() {
            return faults;
        }
    }

    /** Thrown if the answer does not match the agent's output schema, even after one request to correct it. */
    public static final class InvalidOutput extends AgentFailed {
        private static final long serialVersionUID = 1;

        private final transient List<String> faults;
        private final String text;

        InvalidOutput(String agent, List<String> faults, String text) {
            super(
                    "The answer of agent " + agent + " does not match its output schema: " + String.join("; ", faults),
                    null);
            this.faults = List.copyOf(faults);
            this.text = text;
        }

        /** Returns one message for each violation of the schema. */
        public List<String> faults() {
            return faults;
        }

        /** Returns the last answer of the model. */
        public String text() {
            return text;
        }
    }

    /** Thrown if agents call each other across more levels than allowed. The message has the path. */
    public static final class DepthExceeded extends AgentFailed {
        private static final long serialVersionUID = 1;

        DepthExceeded(String message) {
            super(message, null);
        }
    }
}
