package dev.mooring.agent;

import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolResult;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * A function of the program that agents can call. What it throws becomes an error result with the exception's message.
 *
 * @param description its name, of at most 64 characters of {@code [a-zA-Z0-9_-]}; what it does; the schema of its arguments
 */
public record FunctionTool(ToolDescription description, Body body) {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    /** What is done. Called on a virtual thread of the run, by many at once. */
    @FunctionalInterface
    public interface Body {
        /** Carries out one call, whose arguments fit the schema. */
        ToolResult call(ObjectNode arguments) throws Exception;
    }

    public FunctionTool {
        if (!NAME.matcher(description.name()).matches()) {
            throw new IllegalArgumentException("\"" + description.name()
                    + "\" cannot be the name of a tool: models take 1 to 64 letters, digits, _ and -");
        }
    }

    public static FunctionTool of(String name, String description, ObjectNode schema, Body body) {
        return new FunctionTool(new ToolDescription(name, description, schema), body);
    }
}
