package dev.mooring.gateway.schema;

import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema for objects, with one more optional property.
 *
 * <p>An object satisfies the woven schema with the property if it satisfies the original one without it. So wherever the
 * original is closed (by {@code additionalProperties}, {@code unevaluatedProperties}, {@code propertyNames}, a pattern
 * or {@code maxProperties}, at its root or in a branch that applies to the root object) the property is let in. Schemas
 * of values inside the object stay as they are: a definition that is also used there is copied before it is opened.
 */
public final class WovenSchema {
    /** Keywords whose schemas apply to the same object. */
    private static final List<String> BRANCH_LISTS = List.of("allOf", "anyOf", "oneOf");

    private static final List<String> BRANCHES = List.of("if", "then", "else");
    private static final List<String> NAMED_BRANCHES = List.of("dependentSchemas", "dependencies");

    private final String name;
    private final LocalReferences references;

    /** The definitions that are being opened, so that one which refers to itself ends somewhere. */
    private final Set<ObjectNode> underway = Collections.newSetFromMap(new IdentityHashMap<>());

    private WovenSchema(String name, ObjectNode document) {
        this.name = name;
        this.references = new LocalReferences(document);
    }

    /**
     * Weaves a property into a schema, which is left alone.
     *
     * @param property the schema of the property itself
     */
    public static ObjectNode of(ObjectNode original, String name, ObjectNode property) {
        var weaving = new WovenSchema(name, original);
        ObjectNode woven = weaving.opened(weaving.withoutHidingReference(original));
        ObjectNode properties = Json.shallowCopy(Json.objectAt(woven, "properties"));
        properties.set(name, property);
        woven.set("properties", properties);
        return woven;
    }

    /** Whether the schema says anything of a property of that name itself, in any of its branches. */
    public static boolean mentions(ObjectNode schema, String name) {
        var looking = new WovenSchema(name, schema);
        return looking.mentions(schema);
    }

    private boolean mentions(ObjectNode schema) {
        if (!underway.add(schema)) {
            return false;
        }
        try {
            ObjectNode target = references.target(schema);
            return schema.path("properties").has(name)
                    || schema.path("required").valueStream().anyMatch(entry -> name.equals(entry.asString("")))
                    || (target != null && mentions(target))
                    || branchesOf(schema).stream().anyMatch(this::mentions);
        } finally {
            underway.remove(schema);
        }
    }

    private static List<ObjectNode> branchesOf(ObjectNode schema) {
        List<ObjectNode> branches = new ArrayList<>();
        for (String keyword : BRANCH_LISTS) {
            schema.path(keyword).forEach(branch -> addIfSchema(branches, branch));
        }
        BRANCHES.forEach(keyword -> addIfSchema(branches, schema.path(keyword)));
        for (String keyword : NAMED_BRANCHES) {
            schema.path(keyword).forEach(branch -> addIfSchema(branches, branch));
        }
        return branches;
    }

    private static void addIfSchema(List<ObjectNode> branches, JsonNode branch) {
        if (branch instanceof ObjectNode object) {
            branches.add(object);
        }
    }

    /** A root reference of an old dialect hides what stands beside it, so what it refers to is put in its place. */
    private ObjectNode withoutHidingReference(ObjectNode original) {
        ObjectNode target = references.hideTheirSiblings() ? references.target(original) : null;
        if (target == null) {
            return original;
        }
        ObjectNode root = Json.shallowCopy(original);
        root.remove("$ref");
        for (Map.Entry<String, JsonNode> keyword : target.properties()) {
            if (!keyword.getKey().equals("definitions") && !keyword.getKey().equals("$id")) {
                root.set(keyword.getKey(), keyword.getValue());
            }
        }
        return root;
    }

    /** A copy that lets the property in. */
    private ObjectNode opened(ObjectNode schema) {
        ObjectNode open = Json.shallowCopy(schema);
        openNames(open);
        openBranches(open);
        JsonNode most = open.get("maxProperties");
        if (most != null && most.isIntegralNumber()) {
            open.put("maxProperties", most.longValue() + 1);
        }
        if (isClosed(open)) {
            ObjectNode properties = Json.shallowCopy(Json.objectAt(open, "properties"));
            if (!properties.has(name)) {
                properties.set(name, Json.object());
            }
            open.set("properties", properties);
        }
        openReference(open); // last, because what it brings is open already
        return open;
    }

    private static boolean isClosed(ObjectNode schema) {
        return schema.has("additionalProperties") || schema.has("unevaluatedProperties");
    }

    /** A definition may be used elsewhere too, so an opened copy takes the place of the reference. */
    private void openReference(ObjectNode open) {
        ObjectNode target = references.target(open);
        if (target == null || underway.contains(target) || !needsOpening(target)) {
            return;
        }
        underway.add(target);
        try {
            ObjectNode copy = opened(target);
            copy.remove(List.of("$id", "$schema", "$defs", "definitions"));
            open.remove("$ref");
            if (references.hideTheirSiblings()) {
                open.removeAll();
                open.setAll(copy);
            } else {
                allOf(open).add(copy);
            }
        } finally {
            underway.remove(target);
        }
    }

    private boolean needsOpening(ObjectNode target) {
        return isClosed(target)
                || target.has("propertyNames")
                || target.has("patternProperties")
                || target.has("maxProperties")
                || target.has("$ref")
                || !branchesOf(target).isEmpty();
    }

    private static ArrayNode allOf(ObjectNode schema) {
        ArrayNode all = Json.array();
        if (schema.get("allOf") instanceof ArrayNode present) {
            all.addAll(present);
        }
        schema.set("allOf", all);
        return all;
    }

    private void openNames(ObjectNode open) {
        JsonNode names = open.get("propertyNames");
        if (names != null) {
            ObjectNode widened = Json.object();
            widened.putArray("anyOf").add(Json.object().put("const", name)).add(names);
            open.set("propertyNames", widened);
        }
        if (open.get("patternProperties") instanceof ObjectNode patterns) {
            ObjectNode narrowed = Json.object();
            for (Map.Entry<String, JsonNode> pattern : patterns.properties()) {
                narrowed.set(
                        matchesName(pattern.getKey()) ? butForName(pattern.getKey()) : pattern.getKey(),
                        pattern.getValue());
            }
            open.set("patternProperties", narrowed);
        }
    }

    private boolean matchesName(String pattern) {
        try {
            return Pattern.compile(pattern).matcher(name).find();
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    private String butForName(String pattern) {
        return "^(?!" + name + "$)[\\s\\S]*?(?:" + pattern + ")";
    }

    private void openBranches(ObjectNode open) {
        for (String keyword : BRANCH_LISTS) {
            if (open.get(keyword) instanceof ArrayNode branches) {
                ArrayNode opened = Json.array();
                branches.forEach(branch -> opened.add(openedOrSame(branch)));
                open.set(keyword, opened);
            }
        }
        for (String keyword : BRANCHES) {
            JsonNode branch = open.get(keyword);
            if (branch != null) {
                open.set(keyword, openedOrSame(branch));
            }
        }
        for (String keyword : NAMED_BRANCHES) {
            if (open.get(keyword) instanceof ObjectNode branches) {
                ObjectNode opened = Json.object();
                branches.properties().forEach(branch -> opened.set(branch.getKey(), openedOrSame(branch.getValue())));
                open.set(keyword, opened);
            }
        }
    }

    private JsonNode openedOrSame(@Nullable JsonNode branch) {
        return branch instanceof ObjectNode schema ? opened(schema) : branch == null ? Json.object() : branch;
    }
}
