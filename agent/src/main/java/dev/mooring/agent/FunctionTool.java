package dev.mooring.agent;

import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolOutput;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A function of the program that agents can call. An exception becomes an error result with the exception's message.
 *
 * @param description the name (1 to 64 characters of {@code [a-zA-Z0-9_-]}), what the function does, and the schema of its arguments
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record FunctionTool(ToolDescription description, Body body) {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    /** The code of a function. Many virtual threads of a run may call it at once. */
    @FunctionalInterface
    public interface Body {
        /** Runs the function with arguments that match the schema. */
        ToolOutput call(ObjectNode arguments) throws Exception;
    }

    /** Checks the name. */
    public FunctionTool {
        if (!NAME.matcher(description.name()).matches()) {
            throw new IllegalArgumentException(
                    "Invalid tool name \"" + description.name() + "\". Use 1 to 64 letters, digits, _ and -.");
        }
    }

    /** Creates a tool from a function. */
    public static FunctionTool of(String name, String description, ObjectNode schema, Body body) {
        return new FunctionTool(new ToolDescription(name, description, schema), body);
    }
}
