package dev.mooring.session.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.Approval;
import dev.mooring.session.Front;
import dev.mooring.session.ServerAuth;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolScope;
import dev.mooring.session.ToolServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServersFileTest {
    private static ServersFile.Servers read(String text, Map<String, String> environment) throws InvalidServersFile {
        return ServersFile.parse(text.replace('\'', '"'), "servers.json", environment);
    }

    private static ToolServer one(String entry) throws InvalidServersFile {
        return read("{'mcpServers': {'s': " + entry + "}}", Map.of()).servers().getFirst();
    }

    @Nested
    class FilesOfOtherPrograms {
        @Test
        void fileOfClaudeDesktopIsReadUnchanged() throws InvalidServersFile {
            ServersFile.Servers read = read("""
                    {
                      // a comment, as editors allow
                      'mcpServers': {
                        'memory': {'command': 'npx', 'args': ['-y', 'server-memory'], 'env': {'FILE': 'm.json'}},
                        'remote': {'type': 'http', 'url': 'https://example.com/mcp', 'headers': {'X-Team': 'blue'}},
                      }
                    }""", Map.of());
            ToolServer memory = read.servers().get(0);
            assertThat(memory.name()).isEqualTo("memory");
            ServerLocation.Local local = (ServerLocation.Local) memory.location();
            assertThat(local.command()).containsExactly("npx", "-y", "server-memory");
            assertThat(local.environment()).containsEntry("FILE", "m.json");
            ServerLocation.Remote remote =
                    (ServerLocation.Remote) read.servers().get(1).location();
            assertThat(remote.address()).hasToString("https://example.com/mcp");
            assertThat(remote.headers()).containsEntry("X-Team", "blue");
        }

        @Test
        void fileOfVsCodeIsRead() throws InvalidServersFile {
            assertThat(read("{'servers': {'s': {'type': 'stdio', 'command': 'x'}}, 'inputs': []}", Map.of())
                            .servers())
                    .hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(strings = {"httpUrl", "serverUrl"})
        void addressIsReadInTheSpellingsOfOtherPrograms(String key) throws InvalidServersFile {
            ServersFile.Servers read = read(
                    "{'mcpServers': {'s': {'" + key + "': 'https://example.com/mcp', 'headers': {'X-Team': 'blue'}}}}",
                    Map.of());

            ServerLocation.Remote remote =
                    (ServerLocation.Remote) read.servers().getFirst().location();
            assertThat(remote.address()).hasToString("https://example.com/mcp");
            assertThat(remote.headers()).containsEntry("X-Team", "blue");
            assertThat(read.warnings()).isEmpty();
        }

        @Test
        void httpUrlOfGeminiTakesPrecedenceOverItsSseAddress() throws InvalidServersFile {
            ServersFile.Servers read = read(
                    "{'mcpServers': {'s': {'url': 'https://example.com/sse', 'httpUrl': 'https://example.com/mcp'}}}",
                    Map.of());

            assertThat(((ServerLocation.Remote) read.servers().getFirst().location()).address())
                    .hasToString("https://example.com/mcp");
            assertThat(read.warnings()).isEmpty();
        }

        @Test
        void invalidAddressIsReportedWithTheKeyInTheFile() {
            assertThatThrownBy(() -> one("{'serverUrl': 'ftp://example.com'}"))
                    .hasMessageContaining("\"serverUrl\" must start with http");
            assertThatThrownBy(() -> one("{'httpUrl': 'https://example.com', 'command': 'x'}"))
                    .hasMessageContaining("\"httpUrl\" and \"command\" are both set");
        }

        @ParameterizedTest
        @CsvSource({
            "project/mcp.json,project",
            "project/.mcp.json,project",
            "project/.vscode/mcp.json,project",
            "project/.cursor/mcp.json,project"
        })
        void workspaceFolderIsTheFolderOfTheProject(String file, String workspace, @TempDir Path folder)
                throws Exception {
            Path written = folder.resolve(file);
            Files.createDirectories(written.getParent());
            Files.writeString(
                    written,
                    "{\"servers\": {\"s\": {\"command\": \"${workspaceFolder}/run\", \"cwd\": \"${workspaceFolder}\"}}}");

            ToolServer server = ServersFile.read(written, Map.of()).servers().getFirst();

            ServerLocation.Local local = (ServerLocation.Local) server.location();
            assertThat(local.command()).containsExactly(folder.resolve(workspace) + "/run");
            assertThat(local.directory()).isEqualTo(folder.resolve(workspace));
            assertThat(server.secrets().redact(local.command().getFirst()))
                    .isEqualTo(local.command().getFirst());
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"https://example.com/sse", "https://example.com/a/sse/", "https://example.com/sse?key=1"})
        void addressThatEndsWithSseCausesAWarningWithAHint(String address) throws InvalidServersFile {
            assertThat(read("{'mcpServers': {'s': {'url': '" + address + "'}}}", Map.of())
                            .warnings())
                    .singleElement()
                    .asString()
                    .contains("\"s\"", "\"url\" ends with /sse", "often /mcp instead of /sse");
        }

        @Test
        void unknownKeysCauseOneWarning() throws InvalidServersFile {
            assertThat(read("{'mcpServers': {'s': {'command': 'x', 'autoApprove': []}}}", Map.of())
                            .warnings())
                    .singleElement()
                    .asString()
                    .contains("servers.json", "\"s\"", "autoApprove");
        }
    }

    @Nested
    class Settings {
        @Test
        void settingsHaveDefaults() throws InvalidServersFile {
            ServerSettings settings = one("{'command': 'x'}").settings();
            assertThat(settings.sharing().forTool("any")).isNull();
            assertThat(settings.era()).isNull();
            assertThat(settings.openTimeout()).isEqualTo(Duration.ofSeconds(30));
            assertThat(settings.callTimeout()).isEqualTo(Duration.ofSeconds(60));
            assertThat(settings.maxCallDuration()).isEqualTo(Duration.ofMinutes(10));
            assertThat(settings.idle()).isNull();
            assertThat(settings.maxSessions()).isNull();
            assertThat(settings.front()).isEqualTo(Front.AUTO);
            assertThat(settings.ordered()).isFalse();
            assertThat(settings.approval().forTool("any")).isEqualTo(Approval.ALLOW);
        }

        @Test
        void settingsAreExtraKeysOfTheEntry() throws InvalidServersFile {
            ServerSettings settings = one("{'command': 'x', 'session': 'agent', 'era': 'legacy', 'openTimeout': '5s',"
                            + " 'callTimeout': '2m', 'idle': 30, 'maxSessions': 3, 'calls': 'ordered', 'approve': 'ask', 'front':"
                            + " 'modern'}")
                    .settings();
            assertThat(settings.sharing().forTool("any")).isEqualTo(Sharing.AGENT);
            assertThat(settings.era()).isEqualTo(EraChoice.LEGACY);
            assertThat(settings.openTimeout()).isEqualTo(Duration.ofSeconds(5));
            assertThat(settings.callTimeout()).isEqualTo(Duration.ofMinutes(2));
            assertThat(settings.idle()).isEqualTo(Duration.ofSeconds(30));
            assertThat(settings.maxSessions()).isEqualTo(3);
            assertThat(settings.front()).isEqualTo(Front.MODERN);
            assertThat(settings.ordered()).isTrue();
            assertThat(settings.approval().forTool("any")).isEqualTo(Approval.ASK);
            assertThat(settings.toBuilder().build()).usingRecursiveComparison().isEqualTo(settings);
        }

        @Test
        void toolNeedsTheScopeWriteUnlessTheFileSaysRead() throws InvalidServersFile {
            ServerSettings settings = one("{'command': 'x', 'scope': {'get_*': 'read', 'list': 'read'}}")
                    .settings();
            assertThat(settings.scopeOf("get_page")).isEqualTo(ToolScope.READ);
            assertThat(settings.scopeOf("list")).isEqualTo(ToolScope.READ);
            assertThat(settings.scopeOf("delete")).isEqualTo(ToolScope.WRITE);
            assertThat(settings.toBuilder().build().scopeOf("list")).isEqualTo(ToolScope.READ);
            assertThat(one("{'command': 'x'}").settings().scopeOf("list")).isEqualTo(ToolScope.WRITE);
        }

        @Test
        void settingsPerToolApplyTheFirstMatchingPattern() throws InvalidServersFile {
            ServerSettings settings = one("{'command': 'x', 'approve': {'read_*': 'allow', 'read_secret': 'deny', '*':"
                            + " 'ask'}, 'session': {'search': 'call'}}")
                    .settings();
            assertThat(settings.approval().forTool("read_secret")).isEqualTo(Approval.ALLOW);
            assertThat(settings.approval().forTool("write")).isEqualTo(Approval.ASK);
            assertThat(settings.sharing().forTool("search")).isEqualTo(Sharing.CALL);
            assertThat(settings.sharing().forTool("other")).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                   | command",
                "{'command': ' '}                                     | command",
                "{'command': '${NO_SUCH_VARIABLE:-}'}                 | \"command\" is blank",
                "{'command': 'x', 'cwd': 'a\\u0000b'}                 | \"cwd\"",
                "{'command': 'x', 'url': 'http://h/'}                 | url",
                "{'type': 'http'}                                     | url",
                "{'type': 'http', 'url': ''}                          | url",
                "{'url': 'ftp://h/'}                                  | http:// or https://",
                "{'url': 'http:///path'}                              | no host",
                "{'url': ' http://h/'}                                | white space",
                "{'url': 'http://h/', 'headers': {'a b': 'c'}}        | valid header name",
                "{'url': 'http://h/', 'headers': {'a': 'c\\nd'}}      | line break",
                "{'url': 'http://h/', 'headers': []}                  | must be an object",
                "{'command': 'x', 'env': {'1A': 'v'}}                 | name of an environment variable",
                "{'command': 'x', 'args': 'y'}                        | list of strings",
                "{'command': 'x', 'type': 'carrier-pigeon'}           | carrier-pigeon",
                "{'url': 'http://h/', 'type': 'sse'}                  | Streamable HTTP",
                "{'type': 'agent'}                                    | sub-agent is a tool",
                "{'command': 'x', 'session': 'forever'}               | run, agent, call or shared",
                "{'command': 'x', 'era': 'stone'}                     | legacy or modern",
                "{'command': 'x', 'front': 'back'}                    | auto, legacy or modern",
                "{'command': 'x', 'idle': 'soon'}                     | 10m",
                "{'command': 'x', 'callTimeout': '999999999h'}        | at most 8760h",
                "{'command': 'x', 'maxSessions': 0}                   | at least 1",
                "{'command': 'x', 'calls': 'random'}                  | parallel or ordered",
                "{'command': 'x', 'approve': {'*': 'perhaps'}}        | allow, ask or deny",
                "{'command': 'x', 'scope': {'*': 'admin'}}            | read or write",
                "[]                                                   | not an object",
            })
    void invalidEntryIsRejectedNamingFileServerAndKey(String entry, String says) {
        assertThatThrownBy(() -> one(entry))
                .isInstanceOf(InvalidServersFile.class)
                .hasMessageContaining("servers.json")
                .hasMessageContaining("\"s\"")
                .hasMessageContaining(says);
    }

    @Test
    void duplicateServerNamesAreRejected() {
        assertThatThrownBy(() -> read("{'mcpServers': {'s': {'command': 'x'}, 's': {'command': 'y'}}}", Map.of()))
                .isInstanceOf(InvalidServersFile.class)
                .hasMessageContaining("servers.json")
                .hasMessageContaining("\"s\" is used twice");
    }

    @Test
    void fileWithoutServersIsRejected() {
        assertThatThrownBy(() -> read("{'mcpServers': ", Map.of())).hasMessageContaining("line 1");
        assertThatThrownBy(() -> read("{'mcpServers': {", Map.of()))
                .hasMessageEndingWith("expected close marker for Object");
        assertThatThrownBy(() -> ServersFile.read(Path.of("src")))
                .hasMessage("src is a folder. Name the servers file in it, such as src/.mcp.json");
        assertThatThrownBy(() -> read("{}", Map.of())).hasMessageContaining("mcpServers");
        assertThatThrownBy(() -> ServersFile.read(Path.of("nowhere.json"))).hasMessageContaining("does not exist");
    }

    @Nested
    class EnvironmentVariables {
        private final Map<String, String> environment =
                Map.of("API_TOKEN", "tok-123456789", "EMPTY", "", "HOME", "/home/somebody");

        @Test
        void variablesAreSubstitutedEverywhere() throws InvalidServersFile {
            ServersFile.Servers read = read(
                    "{'mcpServers': {'l': {'command': 'x', 'args': ['--t=${API_TOKEN}'], 'env': {'K': '${API_TOKEN}',"
                            + " 'D': '${MISSING:-none}', 'E': '${EMPTY:-filled}'}},"
                            + " 'r': {'url': 'http://h/${API_TOKEN}', 'headers': {'A': 'Bearer ${env:API_TOKEN}'}}}}",
                    environment);
            ServerLocation.Local local =
                    (ServerLocation.Local) read.servers().get(0).location();
            assertThat(local.command()).contains("--t=tok-123456789");
            assertThat(local.environment())
                    .containsEntry("K", "tok-123456789")
                    .containsEntry("D", "none")
                    .containsEntry("E", "filled");
            ServerLocation.Remote remote =
                    (ServerLocation.Remote) read.servers().get(1).location();
            assertThat(remote.address().getPath()).isEqualTo("/tok-123456789");
            assertThat(remote.headers()).containsEntry("A", "Bearer tok-123456789");
        }

        @Test
        void missingVariableIsRejectedByName() {
            assertThatThrownBy(
                            () -> read("{'mcpServers': {'s': {'command': 'x', 'env': {'K': '${NOPE}'}}}}", environment))
                    .hasMessageContaining("\"s\"")
                    .hasMessageContaining("env.K")
                    .hasMessageContaining("NOPE");
            assertThatThrownBy(() -> read("{'servers': {'s': {'command': '${input:key}'}}}", environment))
                    .hasMessageContaining("editor");
        }

        @Test
        void variablesAreSecretsUnlessWellKnown() throws InvalidServersFile {
            ToolServer server = read(
                            "{'mcpServers': {'s': {'command': 'x', 'args': ['${API_TOKEN}', '${HOME}'],"
                                    + " 'env': {'DB_PASSWORD': 'written-down', 'PLAIN_PATH': '/data/notes'}}}}",
                            environment)
                    .servers()
                    .getFirst();
            assertThat(server.secrets().redact("tok-123456789 /home/somebody written-down /data/notes"))
                    .isEqualTo("[secret] /home/somebody [secret] /data/notes");
            assertThat(server).asString().doesNotContain("tok-123456789");
        }

        @Test
        void headerTokenIsRedactedWithAndWithoutItsScheme() throws InvalidServersFile {
            ToolServer server = read(
                            "{'mcpServers': {'s': {'url': 'http://h/', 'headers': {'Authorization': 'Bearer abc-def-ghi',"
                                    + " 'Accept': 'application/json'}}}}",
                            environment)
                    .servers()
                    .getFirst();
            assertThat(server.secrets().redact("got abc-def-ghi as application/json"))
                    .isEqualTo("got [secret] as application/json");
        }
    }

    @Test
    void findReturnsTheNearestFileAbove(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve(".mcp.json"), "{}");
        Path below = Files.createDirectories(folder.resolve("a/b"));
        assertThat(ServersFile.find(below)).contains(file);
    }

    @Nested
    class Inspection {
        @Test
        void invalidServerDoesNotHideTheOthers(@TempDir Path folder) throws Exception {
            Path file = Files.writeString(folder.resolve("servers.json"), """
                    {"mcpServers": {
                      "good": {"command": "x"},
                      "bad": {"command": "x", "env": {"A": "${NO_SUCH_VARIABLE}"}},
                      "other": {"url": "https://example.com/mcp", "colour": "blue"}
                    }}""");

            ServersFile.Inspection inspected = ServersFile.inspect(file, Map.of());

            assertThat(inspected.servers()).extracting(ToolServer::name).containsExactly("good", "other");
            assertThat(inspected.entries().get(1))
                    .isInstanceOfSatisfying(
                            ServersFile.Entry.Invalid.class,
                            invalid -> assertThat(invalid.error())
                                    .hasMessageContaining("\"bad\"")
                                    .hasMessageContaining("NO_SUCH_VARIABLE"));
            assertThat(inspected.warnings()).singleElement().asString().contains("colour");
            assertThatThrownBy(() -> ServersFile.read(file, Map.of())).isInstanceOf(InvalidServersFile.class);
        }

        @Test
        void disabledServerIsSkipped(@TempDir Path folder) throws Exception {
            Path file = Files.writeString(folder.resolve("servers.json"), """
                    {"mcpServers": {
                      "off": {"command": "x", "env": {"A": "${NO_SUCH_VARIABLE}"}, "disabled": true},
                      "on": {"command": "x", "disabled": false}
                    }}""");

            assertThat(ServersFile.inspect(file, Map.of()).entries())
                    .extracting(ServersFile.Entry::name)
                    .containsExactly("on");
        }

        @Test
        void inspectionOfAFileThatIsNotJsonFails(@TempDir Path folder) throws Exception {
            Path file = Files.writeString(folder.resolve("servers.json"), "{");
            assertThatThrownBy(() -> ServersFile.inspect(file, Map.of())).hasMessageContaining("servers.json");
        }
    }

    @Nested
    class Auth {
        private static final String URL = "'url': 'https://example.com/mcp', ";

        private static ServerAuth auth(String keys) throws InvalidServersFile {
            return one("{" + URL + keys + "}").settings().auth();
        }

        @Test
        void aPersonSignsInToARemoteServerIfItAsks() throws InvalidServersFile {
            assertThat(one("{'url': 'https://example.com/mcp'}").settings().auth())
                    .isEqualTo(ServerAuth.ON_DEMAND);
            assertThat(one("{'command': 'x'}").settings().auth()).isEqualTo(ServerAuth.NONE);
        }

        @Test
        void noneAndAnAuthorizationHeaderTurnTheSignInOff() throws InvalidServersFile {
            assertThat(auth("'auth': 'none'")).isEqualTo(ServerAuth.NONE);
            assertThat(auth("'headers': {'authorization': 'Bearer x'}")).isEqualTo(ServerAuth.NONE);
        }

        @Test
        void aClientWithASecretActsForItselfUnlessTheGrantSaysOtherwise() throws InvalidServersFile {
            ServersFile.Servers read = read(
                    "{'mcpServers': {'s': {" + URL + "'auth': {'clientId': 'robot', 'clientSecret': '${SECRET}',"
                            + " 'scopes': ['a', 'b'], 'issuer': 'https://id.example.com'}}}}",
                    Map.of("SECRET", "very-secret"));
            ToolServer server = read.servers().getFirst();
            ServerAuth auth = server.settings().auth();

            assertThat(auth.subject()).isEqualTo(ServerAuth.Subject.PROGRAM);
            assertThat(auth.clientId()).isEqualTo("robot");
            assertThat(auth.clientSecret()).isEqualTo("very-secret");
            assertThat(auth.scopes()).containsExactly("a", "b");
            assertThat(auth.issuer()).isEqualTo("https://id.example.com");
            assertThat(auth.toString()).doesNotContain("very-secret");
            assertThat(server.secrets().redact("x very-secret y")).doesNotContain("very-secret");
            assertThat(auth("'auth': {'clientId': 'a', 'clientSecret': 'b', 'grant': 'authorization_code'}")
                            .subject())
                    .isEqualTo(ServerAuth.Subject.PERSON);
        }

        @Test
        void aPrivateKeyIsTextOrAFileBesideTheServersFile(@TempDir Path folder) throws Exception {
            String pem = "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n";
            Files.writeString(folder.resolve("key.pem"), pem);
            Path file = Files.writeString(
                    folder.resolve("servers.json"),
                    ("{'mcpServers': {'s': {'url': 'https://example.com/mcp', 'auth': {'clientId': 'robot',"
                                    + " 'privateKey': 'key.pem', 'keyId': '1'}}}}")
                            .replace('\'', '"'));

            ServerAuth auth =
                    ServersFile.read(file).servers().getFirst().settings().auth();
            assertThat(auth.privateKey()).isEqualTo(pem);
            assertThat(auth.keyId()).isEqualTo("1");
            assertThat(auth.subject()).isEqualTo(ServerAuth.Subject.PROGRAM);
        }

        @Test
        void theKeysOfClaudeCodeAndVsCodeAreRead() throws InvalidServersFile {
            ServerAuth auth = auth("'oauth': {'clientId': 'desk', 'callbackPort': 8123, 'scopes': 'a b'}");

            assertThat(auth.subject()).isEqualTo(ServerAuth.Subject.PERSON);
            assertThat(auth.clientId()).isEqualTo("desk");
            assertThat(auth.redirect()).hasToString("http://localhost:8123/callback");
            assertThat(auth.scopes()).containsExactly("a", "b");
        }

        @Test
        void theKeysOfCursorAreRead() throws InvalidServersFile {
            ServerAuth auth = auth("'auth': {'CLIENT_ID': 'desk', 'CLIENT_SECRET': 'x', 'scopes': ['a']}");

            assertThat(auth.subject()).isEqualTo(ServerAuth.Subject.PERSON);
            assertThat(auth.clientId()).isEqualTo("desk");
            assertThat(auth.clientSecret()).isEqualTo("x");
        }

        @Test
        void anAccessTokenInAuthorizationBecomesAHeader() throws InvalidServersFile {
            ToolServer server = one("{" + URL + "'authorization': 'access-token-0123456789'}");

            assertThat(((ServerLocation.Remote) server.location()).headers())
                    .containsEntry("Authorization", "Bearer access-token-0123456789");
            assertThat(server.settings().auth()).isEqualTo(ServerAuth.NONE);
            assertThat(server.secrets().redact("access-token-0123456789")).doesNotContain("access-token-0123456789");
        }

        @Test
        void unknownFieldsGiveAWarning() throws InvalidServersFile {
            assertThat(read("{'mcpServers': {'s': {" + URL + "'auth': {'client': 'x'}}}}", Map.of())
                            .warnings())
                    .singleElement()
                    .asString()
                    .contains("auth.client");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        {'url': 'https://example.com', 'auth': 'basic'}                                  | "auth" must be "none" or an object
                        {'command': 'x', 'auth': {'clientId': 'a'}}                                      | give a local server its credentials in "env"
                        {'url': 'https://example.com', 'auth': {'clientSecret': 'a'}}                    | "auth.clientId" is missing
                        {'url': 'https://example.com', 'auth': {'clientId': 'a', 'grant': 'implicit'}}   | "auth.grant" is "implicit"
                        {'url': 'https://example.com', 'auth': {'clientId': 'a', 'grant': 'client_credentials'}} | needs a clientSecret or a privateKey
                        {'url': 'https://example.com', 'auth': {'clientId': 'a', 'privateKey': 'nowhere.pem'}} | names a file that cannot be read
                        """, quoteCharacter = '~')
        void invalidAuthIsRejectedWithAHint(String entry, String message) {
            assertThatThrownBy(() -> one(entry)).hasMessageContaining(message);
        }
    }
}
