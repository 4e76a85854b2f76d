package dev.mooring.gateway.schema;

import dev.mooring.mcp.Json;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The argument by which a tool is told which session it is called in.
 *
 * @param name the same for all tools of a server
 * @param idle how long a session lives without use
 */
public record SessionArgument(String name, Duration idle) {
    public static final String USUAL_NAME = "session_id";

    private static final String OTHER_NAME = "mooring_session_id";

    /** With the first name that none of the tools has for something of its own. */
    public static SessionArgument forTools(Collection<ObjectNode> definitions, Duration idle) {
        Stream<String> names = Stream.concat(
                Stream.of(USUAL_NAME, OTHER_NAME),
                IntStream.iterate(2, i -> i + 1).mapToObj(i -> OTHER_NAME + "_" + i));
        String free = names.filter(name -> definitions.stream().noneMatch(tool -> uses(tool, name)))
                .findFirst()
                .orElseThrow();
        return new SessionArgument(free, idle);
    }

    private static boolean uses(ObjectNode tool, String name) {
        return Stream.of("inputSchema", "outputSchema")
                .map(field -> Json.objectAt(tool, field))
                .anyMatch(schema -> schema != null && WovenSchema.mentions(schema, name));
    }

    public boolean hasUsualName() {
        return name.equals(USUAL_NAME);
    }

    /** The tool's definition with the argument in its schemas, under the name it has here. */
    public ObjectNode weaveInto(ObjectNode definition, String toolName) {
        ObjectNode woven = Json.shallowCopy(definition);
        woven.put("name", toolName);
        ObjectNode input = Json.objectAt(definition, "inputSchema");
        woven.set("inputSchema", WovenSchema.of(input == null ? anyObject() : input, name, property()));
        ObjectNode output = Json.objectAt(definition, "outputSchema");
        if (output != null) {
            woven.set("outputSchema", WovenSchema.of(output, name, result()));
        }
        return woven;
    }

    /** The session that a call names; null if it names none. */
    public @Nullable String in(ObjectNode arguments) {
        JsonNode given = arguments.get(name);
        String text = given == null ? "" : given.asString("").strip();
        return text.isEmpty() ? null : text;
    }

    /** The arguments as the server knows them. */
    public ObjectNode without(ObjectNode arguments) {
        if (!arguments.has(name)) {
            return arguments;
        }
        ObjectNode rest = Json.shallowCopy(arguments);
        rest.remove(name);
        return rest;
    }

    public ObjectNode property() {
        return Json.object()
                .put("type", "string")
                .put(
                        "description",
                        "The session to go on in. Leave it out to start a new one: the answer ends with"
                                + " [session: <id>]; pass that id here in every further call that builds on this one."
                                + " A session ends after " + inWords(idle) + " without use."
                                + (hasUsualName() ? "" : " It is not session_id, which is the server's own."));
    }

    private static ObjectNode result() {
        return Json.object().put("type", "string").put("description", "The session that was started for this call.");
    }

    private static ObjectNode anyObject() {
        return Json.object().put("type", "object");
    }

    /** Such as {@code 30 minutes}. */
    public static String inWords(Duration time) {
        if (time.toSecondsPart() != 0 || time.toMinutes() == 0) {
            return amount(time.toSeconds(), "second");
        }
        return time.toMinutesPart() != 0 ? amount(time.toMinutes(), "minute") : amount(time.toHours(), "hour");
    }

    private static String amount(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
