package dev.mooring.mcp;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema to check values against: 2020-12 unless it names another dialect (draft-04, -06, -07, 2019-09). Nothing is
 * ever fetched: a reference to another document makes the schema unusable.
 */
public final class JsonSchema {
    private static final int MAX_FAULTS = 10;

    private final Schema schema;
    private final @Nullable PlainSchema plain;

    private JsonSchema(Schema schema, @Nullable PlainSchema plain) {
        this.schema = schema;
        this.plain = plain;
    }

    /** Prepares a schema, or says why it cannot be used. */
    public static JsonSchema compile(ObjectNode json) throws UnusableSchema {
        // A registry of its own: schemas of different servers may use the same $id.
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
            throw new UnusableSchema("it refers to itself without end");
        }
    }

    /** What is wrong with a value, in words a model can act on; empty if nothing is. */
    public List<String> faultsOf(JsonNode value) {
        if (plain != null && plain.surelyAccepts(value)) {
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
            return List.of("the schema cannot be applied: it refers to itself without end");
        }
    }

    private static String describe(Error error) {
        String where = error.getInstanceLocation().toString();
        return (where.isEmpty() || where.equals("$") ? "" : where + ": ") + error.getMessage();
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "unknown fault" : message.lines().findFirst().orElse(message);
    }

    /** The schema itself is at fault, not a value. */
    public static final class UnusableSchema extends Exception {
        UnusableSchema(String detail) {
            super(detail);
        }
    }
}
