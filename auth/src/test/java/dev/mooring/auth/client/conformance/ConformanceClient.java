package dev.mooring.auth.client.conformance;

import dev.mooring.auth.client.ConsentingPerson;
import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.OAuthCredentialsBuilder;
import dev.mooring.auth.client.RegisteredClient;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client under test. Uses the server of a scenario as an application would, and fails on the first error. It knows
 * nothing about the checks of a scenario, only which features of the server it is about.
 */
final class ConformanceClient implements AutoCloseable {
    private final McpClient client;

    private ConformanceClient(McpClient client) {
        this.client = client;
    }

    /** Runs one scenario. The last argument is the address; the suite names the scenario in the environment. */
    public static void main(String[] arguments) throws Exception {
        String context = System.getenv("MCP_CONFORMANCE_CONTEXT");
        run(
                URI.create(arguments[arguments.length - 1]),
                String.valueOf(System.getenv("MCP_CONFORMANCE_SCENARIO")),
                context == null ? null : Json.parse(context));
    }

    static void run(URI address, String scenario, @Nullable JsonNode context) throws Exception {
        ClientOptions options = ClientOptions.builder()
                .credentials(credentials(address, scenario, context))
                .client(Implementation.of("mooring-conformance", "1"))
                .elicitation(ConformanceClient::acceptWithDefaults)
                .build();
        try (var program = new ConformanceClient(McpClient.open(ServerLocation.Remote.at(address), options))) {
            switch (scenario) {
                case "http-custom-headers" -> program.callToolsOfContext(context);
                case "http-standard-headers" -> {
                    program.callEveryTool();
                    program.readEveryResource();
                    program.getEveryPrompt();
                }
                case "json-schema-ref-no-deref" -> program.prepareEverySchema();
                case "json-schema-2020-12-preservation" -> program.echoSchema();
                default -> program.callEveryTool();
            }
        }
    }

    private static OAuthCredentials credentials(URI address, String scenario, @Nullable JsonNode context) {
        OAuthCredentialsBuilder builder = OAuthCredentials.forServer(address)
                .clientName("mooring-conformance")
                .clientMetadata(URI.create("https://conformance-test.local/client-metadata.json"))
                .signInPage(new ConsentingPerson());
        String id = Json.stringAt(context, "client_id");
        if (id != null) {
            RegisteredClient client = registered(id, context);
            if (scenario.startsWith("auth/client-credentials")) {
                builder.clientCredentials(client);
            } else {
                String issuer = Json.stringAt(context, "issuer");
                builder.client(issuer == null ? client : client.at(issuer));
            }
        }
        return builder.build();
    }

    private static RegisteredClient registered(String id, @Nullable JsonNode context) {
        String key = Json.stringAt(context, "private_key_pem");
        return key != null
                ? RegisteredClient.withPrivateKey(id, key, null)
                : RegisteredClient.withSecret(id, String.valueOf(Json.stringAt(context, "client_secret")));
    }

    @Override
    public void close() {
        client.close();
    }

    private void callEveryTool() throws InterruptedException {
        for (JsonNode tool : result(client.listTools()).path("tools")) {
            result(client.callTool(tool.path("name").stringValue(), sampleArguments(tool.path("inputSchema"))));
        }
    }

    private void callToolsOfContext(@Nullable JsonNode context) throws InterruptedException {
        result(client.listTools());
        if (context == null) {
            throw new IllegalStateException("this scenario gives its calls in a context, and there is none");
        }
        for (JsonNode call : context.path("toolCalls")) {
            result(client.callTool(call.path("name").stringValue(), (ObjectNode) call.path("arguments")));
        }
    }

    private void readEveryResource() throws InterruptedException {
        for (JsonNode resource :
                result(client.request(Methods.RESOURCES_LIST, Json.object())).path("resources")) {
            ObjectNode params = Json.object().put("uri", resource.path("uri").stringValue());
            result(client.request(Methods.RESOURCES_READ, params));
        }
    }

    private void getEveryPrompt() throws InterruptedException {
        for (JsonNode prompt :
                result(client.request(Methods.PROMPTS_LIST, Json.object())).path("prompts")) {
            ObjectNode params = Json.object().put("name", prompt.path("name").stringValue());
            result(client.request(Methods.PROMPTS_GET, params));
        }
    }

    /** Compiles the schemas of all tools, as an application does that validates arguments. Skips unusable schemas. */
    private void prepareEverySchema() throws InterruptedException {
        for (JsonNode tool : result(client.listTools()).path("tools")) {
            try {
                var _ = JsonSchema.compile((ObjectNode) tool.path("inputSchema"))
                        .faultsOf(Json.object().put("id", "a"));
            } catch (JsonSchema.UnusableSchema e) {
                System.err.println("not usable: " + e.getMessage());
            }
        }
    }

    private void echoSchema() throws InterruptedException {
        for (JsonNode tool : result(client.listTools()).path("tools")) {
            if (tool.path("name").stringValue().equals("json_schema_2020_12_tool")) {
                ObjectNode arguments = Json.object();
                arguments.set("schema", tool.path("inputSchema"));
                result(client.callTool("json_schema_echo", arguments));
            }
        }
    }

    /** Returns arguments with a value for every property of the schema. */
    private static ObjectNode sampleArguments(JsonNode schema) {
        ObjectNode arguments = Json.object();
        for (var property : schema.path("properties").properties()) {
            switch (property.getValue().path("type").asString("")) {
                case "integer", "number" -> arguments.put(property.getKey(), 7);
                case "boolean" -> arguments.put(property.getKey(), true);
                default -> arguments.put(property.getKey(), "some text");
            }
        }
        return arguments;
    }

    /** Answers an elicitation like a user who accepts the form with its defaults. */
    private static ObjectNode acceptWithDefaults(ObjectNode params) {
        ObjectNode answer = Json.object().put("action", "accept");
        ObjectNode content = answer.putObject("content");
        for (var field : params.at("/requestedSchema/properties").properties()) {
            JsonNode preset = field.getValue().get("default");
            if (preset != null) {
                content.set(field.getKey(), preset);
            } else if (field.getValue().path("type").asString("").equals("boolean")) {
                content.put(field.getKey(), true);
            }
        }
        return answer;
    }

    private static ObjectNode result(Reply reply) {
        if (reply instanceof Reply.Result(var result)) {
            return result;
        }
        throw new IllegalStateException("expected a result, got " + reply);
    }
}
