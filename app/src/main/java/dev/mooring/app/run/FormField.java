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

/** One field that a server wants filled in, of the few kinds that the protocol knows. */
record FormField(String name, JsonNode schema, boolean required) {
    /** What a typed line means for the field. */
    sealed interface Input {
        record Value(JsonNode value) implements Input {}

        record Nothing() implements Input {}

        record Wrong(String why) implements Input {}
    }

    private record Choice(String value, String title) {}

    String prompt() {
        StringBuilder prompt = new StringBuilder("  ").append(Printable.oneLine(text("title", name)));
        String description = text("description", "");
        if (!description.isEmpty()) {
            prompt.append(" (").append(Printable.oneLine(description)).append(')');
        }
        List<Choice> choices = choices();
        if (!choices.isEmpty()) {
            prompt.append(isMany() ? ", any of" : ", one of").append(' ');
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
        JsonNode preset = schema.get("default");
        if (preset != null) {
            prompt.append(" [").append(Printable.oneLine(plain(preset))).append(']');
        } else if (!required) {
            prompt.append(", may be empty");
        }
        return prompt.append(": ").toString();
    }

    private static String plain(JsonNode value) {
        return value.isArray()
                ? String.join(", ", value.valueStream().map(FormField::plain).toList())
                : value.isString() ? value.stringValue() : Json.text(value);
    }

    Input read(String typed) {
        if (typed.isEmpty()) {
            JsonNode preset = schema.get("default");
            return preset != null
                    ? new Input.Value(preset)
                    : required ? new Input.Wrong("  This one is needed.") : new Input.Nothing();
        }
        List<Choice> choices = choices();
        if (isMany()) {
            return many(typed, choices);
        }
        if (!choices.isEmpty()) {
            return choices.stream()
                    .filter(choice -> fits(choice, typed))
                    .findFirst()
                    .<Input>map(choice -> new Input.Value(StringNode.valueOf(choice.value())))
                    .orElseGet(() -> new Input.Wrong("  That is none of the choices."));
        }
        return switch (type()) {
            case "boolean" -> yesOrNo(typed);
            case "integer", "number" -> number(typed);
            default -> string(typed);
        };
    }

    private static boolean fits(Choice choice, String typed) {
        return choice.value().equalsIgnoreCase(typed) || choice.title().equalsIgnoreCase(typed);
    }

    private static Input many(String typed, List<Choice> choices) {
        ArrayNode all = Json.array();
        for (String each : typed.split(",", -1)) {
            Choice chosen = choices.stream()
                    .filter(choice -> fits(choice, each.strip()))
                    .findFirst()
                    .orElse(null);
            if (chosen == null) {
                return new Input.Wrong("  \"" + Printable.oneLine(each) + "\" is none of the choices.");
            }
            all.add(chosen.value());
        }
        return new Input.Value(all);
    }

    private static Input yesOrNo(String typed) {
        return switch (typed.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> new Input.Value(BooleanNode.TRUE);
            case "n", "no", "false" -> new Input.Value(BooleanNode.FALSE);
            default -> new Input.Wrong("  Please answer y or n.");
        };
    }

    private Input number(String typed) {
        BigDecimal number;
        try {
            number = new BigDecimal(typed);
        } catch (NumberFormatException e) {
            return new Input.Wrong("  That is no number.");
        }
        if (type().equals("integer") && number.stripTrailingZeros().scale() > 0) {
            return new Input.Wrong("  A whole number, please.");
        }
        JsonNode least = schema.get("minimum");
        if (least != null && least.isNumber() && number.compareTo(least.decimalValue()) < 0) {
            return new Input.Wrong("  At least " + Json.text(least) + ", please.");
        }
        JsonNode most = schema.get("maximum");
        if (most != null && most.isNumber() && number.compareTo(most.decimalValue()) > 0) {
            return new Input.Wrong("  At most " + Json.text(most) + ", please.");
        }
        return new Input.Value(DecimalNode.valueOf(number));
    }

    private Input string(String typed) {
        int length = typed.codePointCount(0, typed.length());
        if (length < schema.path("minLength").asInt(0)) {
            return new Input.Wrong("  At least " + schema.path("minLength").asInt(0) + " characters, please.");
        }
        if (length > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
            return new Input.Wrong("  At most " + schema.path("maxLength").asInt(0) + " characters, please.");
        }
        return new Input.Value(StringNode.valueOf(typed));
    }

    private boolean isMany() {
        return type().equals("array");
    }

    /** In all the forms that revisions of the protocol have had. */
    private List<Choice> choices() {
        JsonNode of = isMany() ? schema.path("items") : schema;
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

    private String text(String field, String otherwise) {
        String text = Json.stringAt(schema, field);
        return text == null ? otherwise : text;
    }
}
