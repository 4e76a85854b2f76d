package dev.mooring.app.run;

import dev.mooring.app.terminal.Printable;
import dev.mooring.mcp.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.StringNode;

/** One field of an elicitation, of one of the types that the protocol allows. */
record FormField(String name, JsonNode schema, boolean required) {
    /** The meaning of a typed line for the field. */
    sealed interface Input {
        record Value(JsonNode value) implements Input {}

        record Omitted() implements Input {}

        record Invalid(String reason) implements Input {}
    }

    private record Choice(String value, String title) {}

    /** Returns the prompt: title, description, choices and default. */
    String prompt() {
        StringBuilder prompt = new StringBuilder("  ").append(Printable.oneLine(text("title", name)));
        String description = text("description", "");
        if (!description.isEmpty()) {
            prompt.append(" (").append(Printable.oneLine(description)).append(')');
        }
        List<Choice> choices = choices();
        if (!choices.isEmpty()) {
            prompt.append(isArray() ? ", any of" : ", one of").append(' ');
            prompt.append(Printable.oneLine(String.join(
                    ", ",
                    choices.stream()
                            .map(each -> each.title().equals(each.value())
                                    ? each.value()
                                    : each.value() + " = " + each.title())
                            .toList())));
        } else if (type().equals("boolean")) {
            prompt.append(", y or n");
        }
        JsonNode defaultValue = schema.get("default");
        if (defaultValue != null) {
            prompt.append(" [").append(Printable.oneLine(plain(defaultValue))).append(']');
        } else if (!required) {
            prompt.append(", optional");
        }
        return prompt.append(": ").toString();
    }

    private static String plain(JsonNode value) {
        return value.isArray()
                ? String.join(", ", value.valueStream().map(FormField::plain).toList())
                : value.isString() ? value.stringValue() : Json.text(value);
    }

    /** Parses a typed line. */
    Input parse(String typed) {
        if (typed.isEmpty()) {
            JsonNode defaultValue = schema.get("default");
            return defaultValue != null
                    ? new Input.Value(defaultValue)
                    : required ? new Input.Invalid("  This field is required.") : new Input.Omitted();
        }
        List<Choice> choices = choices();
        if (isArray()) {
            return chosen(typed, choices);
        }
        if (!choices.isEmpty()) {
            return choices.stream()
                    .filter(choice -> matches(choice, typed))
                    .findFirst()
                    .<Input>map(choice -> new Input.Value(StringNode.valueOf(choice.value())))
                    .orElseGet(() -> new Input.Invalid("  That is not one of the choices."));
        }
        return switch (type()) {
            case "boolean" -> parseBoolean(typed);
            case "integer", "number" -> parseNumber(typed);
            default -> parseString(typed);
        };
    }

    private static boolean matches(Choice choice, String typed) {
        return choice.value().equalsIgnoreCase(typed) || choice.title().equalsIgnoreCase(typed);
    }

    private static Input chosen(String typed, List<Choice> choices) {
        ArrayNode all = Json.array();
        for (String each : typed.split(",", -1)) {
            Choice chosen = choices.stream()
                    .filter(choice -> matches(choice, each.strip()))
                    .findFirst()
                    .orElse(null);
            if (chosen == null) {
                return new Input.Invalid("  \"" + Printable.oneLine(each) + "\" is not one of the choices.");
            }
            all.add(chosen.value());
        }
        return new Input.Value(all);
    }

    private static Input parseBoolean(String typed) {
        return switch (typed.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> new Input.Value(BooleanNode.TRUE);
            case "n", "no", "false" -> new Input.Value(BooleanNode.FALSE);
            default -> new Input.Invalid("  Answer y or n.");
        };
    }

    private Input parseNumber(String typed) {
        BigDecimal number;
        try {
            number = new BigDecimal(typed);
        } catch (NumberFormatException e) {
            return new Input.Invalid("  That is not a number.");
        }
        if (type().equals("integer") && number.stripTrailingZeros().scale() > 0) {
            return new Input.Invalid("  Enter a whole number.");
        }
        JsonNode minimum = schema.get("minimum");
        if (minimum != null && minimum.isNumber() && number.compareTo(minimum.decimalValue()) < 0) {
            return new Input.Invalid("  Enter at least " + Json.text(minimum) + ".");
        }
        JsonNode maximum = schema.get("maximum");
        if (maximum != null && maximum.isNumber() && number.compareTo(maximum.decimalValue()) > 0) {
            return new Input.Invalid("  Enter at most " + Json.text(maximum) + ".");
        }
        return new Input.Value(DecimalNode.valueOf(number));
    }

    private Input parseString(String typed) {
        int length = typed.codePointCount(0, typed.length());
        if (length < schema.path("minLength").asInt(0)) {
            return new Input.Invalid(
                    "  Enter at least " + schema.path("minLength").asInt(0) + " characters.");
        }
        if (length > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
            return new Input.Invalid(
                    "  Enter at most " + schema.path("maxLength").asInt(0) + " characters.");
        }
        return new Input.Value(StringNode.valueOf(typed));
    }

    private boolean isArray() {
        return type().equals("array");
    }

    /** Reads the choices in every form that a revision of the protocol has defined. */
    private List<Choice> choices() {
        JsonNode of = isArray() ? schema.path("items") : schema;
        List<Choice> choices = new ArrayList<>();
        JsonNode titles = of.path("enumNames");
        JsonNode values = of.path("enum");
        for (int i = 0; i < values.size(); i++) {
            String value = values.path(i).asString("");
            choices.add(new Choice(value, titles.path(i).asString(value)));
        }
        for (JsonNode each : of.has("oneOf") ? of.path("oneOf") : of.path("anyOf")) {
            String value = each.path("const").asString("");
            choices.add(new Choice(value, each.path("title").asString(value)));
        }
        return choices;
    }

    private String type() {
        return text("type", "string");
    }

    private String text(String field, String fallback) {
        String text = Json.stringAt(schema, field);
        return text == null ? fallback : text;
    }
}
