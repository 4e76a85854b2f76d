package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.MooringProcess.Ended;
import dev.mooring.app.gateway.PersonalSignIns;
import dev.mooring.app.gateway.PrincipalTokens;
import dev.mooring.app.terminal.PseudoTerminal;
import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.ServersFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands with a real authorization server and a protected server of the TypeScript SDK. */
@Timeout(120)
class LoginTest {
    private static final Path SCRIPTS = Mooring.ROOT.resolve("auth/src/test/node");
    private static final Duration LONG = Duration.ofHours(1);

    /** Started on first use, because some of the tests need no counterpart. */
    private static final List<Process> COUNTERPARTS = new ArrayList<>();

    private static String issuer = "";
    private static String server = "";

    @TempDir
    Path home;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @AfterAll
    static void stopCounterparts() {
        COUNTERPARTS.forEach(process -> process.destroyForcibly().onExit().join());
        COUNTERPARTS.clear();
    }

    /** Starts the authorization server and the protected server, which all tests share, and writes the servers file. */
    private void serve(Duration lifetimeOfTokens) throws Exception {
        if (COUNTERPARTS.isEmpty()) {
            issuer = start("oidc-provider.mjs");
            server = start("protected-server.mjs", issuer) + "/mcp";
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            http.send(
                    HttpRequest.newBuilder(URI.create(issuer + "/test/reset?lifetime=" + lifetimeOfTokens.toSeconds()))
                            .POST(BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.discarding());
        }
        Mooring.servers(home, "\"notes\": {\"url\": \"" + server + "\"}");
    }

    /** Starts a script and returns its address. */
    private static String start(String script, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Mooring.node(), SCRIPTS.resolve(script).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(Mooring.ROOT.resolve("counterparts").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        COUNTERPARTS.add(process);
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        return "http://127.0.0.1:" + lines.readLine();
    }

    @Nested
    @Tag("counterpart")
    @Tag("process")
    class RemoteServer {
        private MooringProcess mooring = new MooringProcess(home, Map.of());

        @BeforeEach
        void prepare() throws Exception {
            serve(LONG);
            Path browser = browser();
            mooring = new MooringProcess(home, Map.of("BROWSER", browser.toString()));
        }

        private Ended run(String... arguments) throws Exception {
            return mooring.run(Stream.concat(Stream.of(arguments), Stream.of("--servers", ".mcp.json"))
                    .toArray(String[]::new));
        }

        @Test
        void aPersonSignsInUsesTheServerAndSignsOut() throws Exception {
            Ended before = run("tools");
            assertThat(before.code()).isEqualTo(1);
            assertThat(before.err()).contains("Not signed in to http://127.0.0.1:", "Sign in: mooring login notes");

            Ended login = run("login", "notes");
            assertThat(login.code()).as(login.err()).isZero();
            assertThat(login.out())
                    .isEqualTo("notes: signed in as ada@example.com at " + issuer + ", renewed automatically\n");
            assertThat(login.err()).contains("Sign in at " + issuer, "Opened the sign-in page in your browser");

            Ended tools = run("tools");
            assertThat(tools.out()).startsWith("notes  7 tools  (signed in as ada@example.com at " + issuer);
            assertThat(run("doctor").out()).contains("signed in as ada@example.com at " + issuer);

            Ended logout = run("logout", "notes");
            assertThat(logout.code()).isZero();
            assertThat(logout.out()).isEqualTo("notes: signed out\n");
            assertThat(logout.err()).isEmpty();
            assertThat(run("tools").err()).contains("Sign in: mooring login notes");
            assertThat(run("logout", "notes").out()).isEqualTo("notes: nobody was signed in\n");
        }

        @Test
        void aPersonWithABrowserElsewherePastesTheResponse() throws Exception {
            Path err = home.resolve("err");
            Process login = mooring.start(err, "login", "notes", "--no-browser", "--servers", ".mcp.json");
            processes.add(login);
            Pattern address = Pattern.compile("(?m)^  (http\\S+)$");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> address.matcher(Files.readString(err)).find());
            Matcher page = address.matcher(Files.readString(err));
            assertThat(page.find()).isTrue();

            login.getOutputStream().write("http://127.0.0.1:1/callback?code=x&state=y\n".getBytes(UTF_8));
            login.getOutputStream().flush();
            await().until(() -> Files.readString(err).contains("That is not the response to this sign-in"));
            login.getOutputStream().write((redirectOf(page.group(1)) + "\n").getBytes(UTF_8));
            login.getOutputStream().flush();

            assertThat(login.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(login.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("notes: signed in as ada@example.com");
        }

        private String redirectOf(String page) throws IOException {
            Process browser = new ProcessBuilder(
                            Mooring.node(), SCRIPTS.resolve("browser.mjs").toString(), page, "stop")
                    .start();
            processes.add(browser);
            return new String(browser.getInputStream().readAllBytes(), UTF_8).strip();
        }

        @Test
        void tokensAppearInNoOutputAndOnlyInFilesOfTheOwner() throws Exception {
            mooring = new MooringProcess(
                    home, Map.of("BROWSER", home.resolve("browser").toString(), "MOORING_LOG", "trace"));
            Ended login = run("login", "notes");
            Ended tools = run("tools", "--json");

            Path folder = home.resolve("state/mooring/tokens");
            try (Stream<Path> files = Files.list(folder)) {
                List<Path> all = files.toList();
                String stored = Files.readString(all.stream()
                        .filter(file -> file.toString().endsWith(".json"))
                        .findFirst()
                        .orElseThrow());
                for (String field : List.of("accessToken", "refreshToken")) {
                    Matcher token =
                            Pattern.compile("\"" + field + "\":\"([^\"]+)\"").matcher(stored);
                    assertThat(token.find()).isTrue();
                    assertThat(login.out() + login.err() + tools.out() + tools.err())
                            .doesNotContain(token.group(1));
                }
                assertThat(login.err()).doesNotContain("code=");
                assertThat(all)
                        .allSatisfy(
                                file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                        .isEqualTo("rw-------"));
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
        }

        @Test
        void aProgramSignsInWithItsOwnClient() throws Exception {
            String entry = Files.readString(home.resolve(".mcp.json"))
                    .replace(
                            "/mcp\"",
                            "/mcp\", \"auth\": {\"clientId\": \"robot\", \"clientSecret\": \"${ROBOT}\","
                                    + " \"scopes\": \"notes:read\"}");
            Files.writeString(home.resolve(".mcp.json"), entry);
            mooring = new MooringProcess(home, Map.of("ROBOT", "robot-secret-robot-secret-robot-secret"));

            Ended tools = run("tools");
            assertThat(tools.err()).isEmpty();
            assertThat(tools.out()).startsWith("notes  7 tools  (signed in as robot at " + issuer);
        }
    }

    /** Access tokens live for two seconds. */
    @Nested
    @Tag("counterpart")
    @Tag("process")
    class HeldSession {
        private String log = "warn";

        private Ended runAfterLogin(String script, String... options) throws Exception {
            serve(Duration.ofSeconds(2));
            Path browser = browser();
            Files.writeString(
                    home.resolve("agent.md"),
                    "---\nname: agent\nmodel: script/script.yaml\ntools: notes/*\n---\nGo.\n");
            Files.writeString(home.resolve("script.yaml"), script);
            MooringProcess mooring =
                    new MooringProcess(home, Map.of("BROWSER", browser.toString(), "MOORING_LOG", log));
            assertThat(mooring.run("login", "notes", "--servers", ".mcp.json").code())
                    .isZero();
            return mooring.run(
                    Stream.concat(Stream.of("run", "agent.md", "go", "--servers", ".mcp.json"), Stream.of(options))
                            .toArray(String[]::new));
        }

        /** Searches everything that the program printed or wrote, except for the files of the tokens. */
        @Test
        void tokensAppearNowhereEvenIfTheServerRevealsThem() throws Exception {
            log = "trace";
            Ended ended = runAfterLogin("""
                    agents:
                      agent:
                        - call: {notes/reveal: {}}
                        - expect: "You sent Bearer [secret]"
                          call: {notes/rest: {}}
                        - call: {notes/reveal: {}}
                        - expect: "You sent Bearer [secret]"
                          call: {notes/fail: {}}
                        - expectError: "You sent Bearer [secret]"
                          call: {notes/break: {}}
                        - expectError: "500"
                          say: All was revealed.
                    """, "--verbose", "--json");
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err()).contains("[secret]");

            List<String> written = new ArrayList<>(List.of(ended.out(), ended.err()));
            try (Stream<Path> files = Files.walk(home.resolve("state"))) {
                Path tokens = home.resolve("state/mooring/tokens");
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!file.startsWith(tokens)) {
                        written.add(Files.readString(file));
                    }
                }
            }
            assertThat(written).hasSizeGreaterThan(2).anyMatch(text -> text.contains("You sent Bearer [secret]"));
            Pattern webToken = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+");
            assertThat(written).noneMatch(text -> webToken.matcher(text).find());
        }

        @Test
        void aTokenThatExpiresDuringARunIsRenewedAndTheSessionKept() throws Exception {
            Ended ended = runAfterLogin("""
                    agents:
                      agent:
                        - call: {notes/count: {}}
                        - expect: "1"
                          call: {notes/rest: {}}
                        - expect: rested
                          call: [{notes/count: {}}, {notes/count: {}}, {notes/count: {}}]
                        - call: {notes/count: {}}
                        - expect: "5"
                          say: It is five.
                    """);

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).isEqualTo("It is five.\n");
            assertThat(ended.err()).contains("6 calls, 1 session");
        }

        @Test
        void personAndModelReadWhichCommandToRunIfTheTokenCannotBeRenewed() throws Exception {
            Ended ended = runAfterLogin("""
                    agents:
                      agent:
                        - call: {notes/end-all-sign-ins: {}}
                        - expect: ended
                          call: {notes/rest: {}}
                        - call: [{notes/count: {}}, {notes/count: {}}]
                        - expect: "Sign in again: mooring login notes"
                          say: Somebody must sign in again.
                    """);

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).isEqualTo("Somebody must sign in again.\n");
            assertThat(ended.err()).contains("Sign in again: mooring login notes");
        }
    }

    @Nested
    @Tag("counterpart")
    @Tag("process")
    class RunOnATerminal {
        private MooringProcess mooring = new MooringProcess(home, Map.of());

        @BeforeEach
        void prepare() throws Exception {
            serve(LONG);
            Files.writeString(
                    home.resolve("agent.md"),
                    "---\nname: agent\nmodel: script/script.yaml\ntools: notes/*\n---\nGo.\n");
            mooring = new MooringProcess(home, Map.of("BROWSER", browser().toString()));
        }

        private PseudoTerminal run(String script) throws IOException {
            Files.writeString(home.resolve("script.yaml"), script);
            return PseudoTerminal.run(mooring::prepare, "run", "agent.md", "go", "--servers", ".mcp.json");
        }

        @Test
        void thePersonSignsInAndTheCallContinues() throws Exception {
            try (PseudoTerminal terminal = run("""
                    agents:
                      agent:
                        - call: {notes/whoami: {}}
                        - expect: ada@example.com
                          say: It is Ada.
                    """)) {
                terminal.shows("The server notes asks you to sign in at 127.0.0.1.")
                        .shows("Open that page in your browser?")
                        .press("y\r")
                        .shows("It is Ada.");
                assertThat(terminal.exitCode()).isZero();
            }
            assertThat(mooring.run("tools", "--servers", ".mcp.json").out()).contains("signed in as ada@example.com");
        }

        @Test
        void aPersonWhoDeclinesIsAskedOnceAndReadsWhichCommandSignsIn() throws Exception {
            try (PseudoTerminal terminal = run("""
                    agents:
                      agent:
                        - say: No tools.
                    """)) {
                terminal.shows("Open that page in your browser?").press("n\r");
                terminal.shows("The person did not sign in to notes. Sign in: mooring login notes");
                terminal.exitCode();
                assertThat(terminal.everything()).containsOnlyOnce("Open that page in your browser?");
            }
        }
    }

    private Path browser() throws IOException {
        Path browser = Files.writeString(
                home.resolve("browser"),
                "#!/bin/sh\nexec '" + Mooring.node() + "' '" + SCRIPTS.resolve("browser.mjs") + "' \"$1\"\n");
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        return browser;
    }

    @Nested
    class Gateway {
        @Test
        void thePersonalSignInIsNotUsedForAllCallers() throws Exception {
            ToolServer server = ServersFile.read(
                            Mooring.servers(home, "\"notes\": {\"url\": \"https://example.com/mcp\"}"))
                    .servers()
                    .getFirst();
            CredentialSource credentials =
                    new PersonalSignIns(Map.of(), PrincipalTokens.inMemory(), "1").ofGateway(server);

            assertThat(credentials.current()).isNull();
            assertThatThrownBy(() -> credentials.onChallenge(new Challenge(401, null, List.of(), 0, false)))
                    .hasMessageContaining("notes requires a sign-in")
                    .hasMessageContaining("clientSecret");
        }
    }

    @Nested
    class InvalidArguments {
        private final Mooring mooring = new Mooring();

        private int login(String entry) throws Exception {
            return mooring.run(
                    "login", "s", "--servers", Mooring.servers(home, entry).toString());
        }

        @Test
        void anUnknownServerIsAUsageError() throws Exception {
            assertThat(login("\"other\": {\"url\": \"https://example.com\"}")).isEqualTo(2);
            assertThat(mooring.err()).contains("Unknown server 's'. The servers are: other");
        }

        @Test
        void aLocalServerHasNothingToSignInTo() throws Exception {
            assertThat(login("\"s\": {\"command\": \"x\"}")).isEqualTo(1);
            assertThat(mooring.err()).contains("s is a local program");
        }

        @Test
        void logoutOfALocalServerSaysThatNobodySignsIn() throws Exception {
            String servers =
                    Mooring.servers(home, "\"s\": {\"command\": \"x\"}").toString();
            assertThat(mooring.run("logout", "s", "--servers", servers)).isEqualTo(1);
            assertThat(mooring.err()).contains("s is a local program, to which nobody signs in.");
        }

        @Test
        void anUnreachableServerIsNamed() throws Exception {
            assertThat(login("\"s\": {\"url\": \"http://127.0.0.1:9/mcp\"}")).isEqualTo(1);
            assertThat(mooring.err())
                    .contains("mooring: Cannot sign in to s: cannot connect to http://127.0.0.1:9/mcp: ");
        }

        @Test
        void aServerWithCredentialsInItsHeadersHasNothingToSignInTo() throws Exception {
            assertThat(login("\"s\": {\"url\": \"https://example.com\", \"headers\": {\"Authorization\": \"x\"}}"))
                    .isEqualTo(1);
            assertThat(mooring.err()).contains("credentials in the servers file");
        }

        @Test
        void aRedirectToAnotherMachineIsRefused() throws Exception {
            assertThat(login("\"s\": {\"url\": \"https://example.com\", \"auth\":"
                            + " {\"redirectUri\": \"http://example.com:80/callback\"}}"))
                    .isEqualTo(1);
            assertThat(mooring.err()).contains("must be an http address on this machine");
        }
    }
}
