package dev.mooring.gateway.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Extends the schema of an object with one optional property.
 *
 * <p>An object with the property satisfies the extended schema if the object without it satisfies the original. So the
 * extension admits the property wherever the original is closed (by {@code additionalProperties}, {@code
 * unevaluatedProperties}, {@code propertyNames}, a pattern or {@code maxProperties}, at the root or in a branch that applies
 * to the root object). Schemas of nested values do not change: a definition that nested values may use is copied before the
 * copy is extended.
 */
final class ExtendedSchema {
    /** Keywords whose subschemas apply to the same object. */
    private static final List<String> BRANCH_LISTS = List.of("allOf", "anyOf", "oneOf");

    private static final List<String> BRANCHES = List.of("if", "then", "else");
    private static final List<String> NAMED_BRANCHES = List.of("dependentSchemas", "dependencies");

    /** Longer patterns are not matched, because RE2/J recurses into groups. */
    private static final int MAX_PATTERN_LENGTH = 500;

    private final String name;
    private final LocalReferences references;

    /** The definitions in progress, so that recursion into a recursive definition ends. */
    private final Set<ObjectNode> visiting = Collections.newSetFromMap(new IdentityHashMap<>());

    private ExtendedSchema(String name, ObjectNode document) {
        this.name = name;
        this.references = new LocalReferences(document);
    }

    /**
     * Returns a copy of the schema with one more optional property.
     *
     * @param property the schema of the property
     */
    static ObjectNode of(ObjectNode original, String name, ObjectNode property) {
        var extension = new ExtendedSchema(name, original);
        ObjectNode extended = extension.admit(extension.withoutRootReference(original));
        ObjectNode properties = Json.shallowCopy(Json.objectAt(extended, "properties"));
        properties.set(name, property);
        extended.set("properties", properties);
        return extended;
    }

    /** Returns whether the schema or one of its branches defines or requires a property of this name. */
    static boolean mentions(ObjectNode schema, String name) {
        return new ExtendedSchema(name, schema).mentions(schema);
    }

    private boolean mentions(ObjectNode schema) {
        if (!visiting.add(schema)) {
            return false;
        }
        try {
            ObjectNode target = references.target(schema);
            return schema.path("properties").has(name)
                    || schema.path("required").valueStream().anyMatch(entry -> name.equals(entry.asString("")))
                    || (target != null && mentions(target))
                    || branchesOf(schema).stream().anyMatch(this::mentions);
        } finally {
            visiting.remove(schema);
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

    /** In old dialects a root reference hides its siblings, so this replaces the reference with its target. */
    private ObjectNode withoutRootReference(ObjectNode original) {
        ObjectNode target = references.hideSiblings() ? references.target(original) : null;
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

    /** Returns a copy of the schema that admits the property with any value. */
    private ObjectNode admit(ObjectNode schema) {
        ObjectNode copy = Json.shallowCopy(schema);
        admitName(copy);
        admitInBranches(copy);
        JsonNode maximum = copy.get("maxProperties");
        if (maximum != null && maximum.isIntegralNumber()) {
            copy.put("maxProperties", maximum.longValue() + 1);
        }
        if (isClosed(copy)) {
            ObjectNode properties = Json.shallowCopy(Json.objectAt(copy, "properties"));
            if (!properties.has(name)) {
                properties.set(name, Json.object());
            }
            copy.set("properties", properties);
        }
        admitInReference(copy); // last, because the target that it inserts admits the property already
        return copy;
    }

    private static boolean isClosed(ObjectNode schema) {
        return schema.has("additionalProperties") || schema.has("unevaluatedProperties");
    }

    /** Replaces the reference with a changed copy of its target, because nested values may use the target too. */
    private void admitInReference(ObjectNode schema) {
        ObjectNode target = references.target(schema);
        if (target == null || visiting.contains(target) || !mayReject(target)) {
            return;
        }
        visiting.add(target);
        try {
            ObjectNode copy = admit(target);
            copy.remove(List.of("$id", "$schema", "$defs", "definitions"));
            schema.remove("$ref");
            if (references.hideSiblings()) {
                schema.removeAll();
                schema.setAll(copy);
            } else {
                allOf(schema).add(copy);
            }
        } finally {
            visiting.remove(target);
        }
    }

    /** Returns whether the definition may reject an object because of an additional property. */
    private boolean mayReject(ObjectNode target) {
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

    private void admitName(ObjectNode schema) {
        JsonNode names = schema.get("propertyNames");
        if (names != null) {
            ObjectNode widened = Json.object();
            widened.putArray("anyOf").add(Json.object().put("const", name)).add(names);
            schema.set("propertyNames", widened);
        }
        if (schema.get("patternProperties") instanceof ObjectNode patterns) {
            ObjectNode narrowed = Json.object();
            for (Map.Entry<String, JsonNode> pattern : patterns.properties()) {
                narrowed.set(
                        mayMatchName(pattern.getKey()) ? excludingName(pattern.getKey()) : pattern.getKey(),
                        pattern.getValue());
            }
            schema.set("patternProperties", narrowed);
        }
    }

    /**
     * Returns false if the pattern does not match the name. A server cannot block the search with its pattern: RE2/J takes
     * linear time. It does not know all patterns of JSON Schema, and it expands counts, whose nesting could use up the memory.
     */
    private boolean mayMatchName(String pattern) {
        boolean hasSeveralCounts = pattern.indexOf('{') != pattern.lastIndexOf('{');
        if (pattern.length() > MAX_PATTERN_LENGTH || hasSeveralCounts) {
            return true;
        }
        try {
            return Pattern.compile(pattern).matcher(name).find();
        } catch (PatternSyntaxException e) {
            return true;
        }
    }

    private String excludingName(String pattern) {
        return "^(?!" + name + "$)[\\s\\S]*?(?:" + pattern + ")";
    }

    private void admitInBranches(ObjectNode schema) {
        for (String keyword : BRANCH_LISTS) {
            if (schema.get(keyword) instanceof ArrayNode branches) {
                ArrayNode changed = Json.array();
                branches.forEach(branch -> changed.add(admitInBranch(branch)));
                schema.set(keyword, changed);
            }
        }
        for (String keyword : BRANCHES) {
            JsonNode branch = schema.get(keyword);
            if (branch != null) {
                schema.set(keyword, admitInBranch(branch));
            }
        }
        for (String keyword : NAMED_BRANCHES) {
            if (schema.get(keyword) instanceof ObjectNode branches) {
                ObjectNode changed = Json.object();
                branches.properties().forEach(branch -> changed.set(branch.getKey(), admitInBranch(branch.getValue())));
                schema.set(keyword, changed);
            }
        }
    }

    /** A branch may be a boolean, or a list of names under {@code dependencies}. */
    private JsonNode admitInBranch(JsonNode branch) {
        return branch instanceof ObjectNode schema ? admit(schema) : branch;
    }
}
