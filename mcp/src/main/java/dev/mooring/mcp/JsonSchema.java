package dev.mooring.mcp;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A compiled JSON Schema: 2020-12, unless the schema names another dialect (draft-04, -06, -07, 2019-09). Nothing is
 * fetched: a reference to another document makes the schema unusable. Thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class JsonSchema {
    private static final int MAX_FAULTS = 10;

    private final Schema schema;
    private final @Nullable PlainSchema plain;

    private JsonSchema(Schema schema, @Nullable PlainSchema plain) {
        this.schema = schema;
        this.plain = plain;
    }

    /**
     * Compiles a schema.
     *
     * @throws UnusableSchema if the schema is invalid or refers to another document
     */
    public static JsonSchema compile(ObjectNode json) throws UnusableSchema {
        // Each schema has its own registry, because schemas of different servers may use the same $id.
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder ->
                        builder.schemaCacheEnabled(false).schemaLoader(loader -> loader.fetchRemoteResources(false)));
        try {
            Schema schema = registry.getSchema(json);
            schema.initializeValidators();
            return new JsonSchema(schema, PlainSchema.of(json));
        } catch (SchemaException | IllegalArgumentException e) {
            throw new UnusableSchema(firstLine(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new UnusableSchema("infinite recursion in its references");
        }
    }

    /** Returns the faults of a value, in words that a model can act on; empty if the value is valid. */
    public List<String> faultsOf(JsonNode value) {
        if (plain != null && plain.certainlyAccepts(value)) {
            return List.of();
        }
        try {
            List<Error> errors = schema.validate(value);
            return errors.isEmpty()
                    ? List.of()
                    : errors.stream()
                            .limit(MAX_FAULTS)
                            .map(JsonSchema::describe)
                            .distinct()
                            .toList();
        } catch (SchemaException e) {
            return List.of("the schema cannot be applied: " + firstLine(e.getMessage()));
        } catch (StackOverflowError e) {
            return List.of("the schema cannot be applied: infinite recursion in its references");
        }
    }

    private static String describe(Error error) {
        String where = error.getInstanceLocation().toString();
        return (where.isEmpty() || where.equals("$") ? "" : where + ": ") + error.getMessage();
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "unknown reason" : message.lines().findFirst().orElse(message);
    }

    /** Thrown if a schema cannot be compiled. */
    public static final class UnusableSchema extends Exception {
        UnusableSchema(String detail) {
            super(detail);
        }
    }
}
