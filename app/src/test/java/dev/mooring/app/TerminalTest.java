package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.terminal.PseudoTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the program in a real pseudo-terminal. */
@Timeout(180)
@Tag("counterpart")
class TerminalTest {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String ENTER = "\r";

    @TempDir
    Path home;

    private MooringProcess mooring;

    @BeforeEach
    void prepare() {
        mooring = new MooringProcess(home, Map.of());
    }

    private void write(String tools, String script, String... servers) throws Exception {
        Mooring.servers(home, servers);
        Files.writeString(
                home.resolve("a.md"), "---\nname: helper\nmodel: script/a.yaml\ntools: " + tools + "\n---\nHelp.\n");
        Files.writeString(home.resolve("a.yaml"), script);
    }

    private static String needingApproval(String name) {
        return Mooring.misbehaving(name).replaceFirst("\\{", "{\"approve\": {\"count\": \"ask\"}, ");
    }

    @Nested
    class Run {
        @Test
        void runStreamsTheAnswerAndShowsEachCall() throws Exception {
            write("rude", """
                    - say: First I count.
                      call: {rude/count: {}}
                    - say: It is one.
                    """, Mooring.misbehaving("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "count")) {
                terminal.shows("First I count.")
                        .shows("rude/count")
                        .shows("✓ ")
                        .shows("s1 opened in")
                        .shows("It is one.")
                        .shows("answered in")
                        .shows("1 call, 1 session");
                assertThat(terminal.exitCode()).isZero();
            }
        }
    }

    @Nested
    class ControlCharacters {
        private static final String ATTACK = "\u001b]0;owned\u0007";

        private void assertHarmless(PseudoTerminal terminal) throws Exception {
            terminal.shows("\\u001b]0;owned\\u0007").shows("\\u202edenwo");
            terminal.exitCode();
            assertThat(terminal.everything()).doesNotContain(ATTACK, "\u0007", "\u202e");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "< question.txt", "2> err.txt", "< question.txt 2> err.txt"})
        void answerOfAModelIsEscapedWhicheverStreamIsRedirected(String redirection) throws Exception {
            write("[]", "- say: \"Look: \\e]0;owned\\a \\u202Edenwo\"\n");
            Files.writeString(home.resolve("question.txt"), "what?");
            try (PseudoTerminal terminal = PseudoTerminal.redirected(
                    redirection, mooring::prepare, "run", "a.md", redirection.startsWith("<") ? "-" : "what?")) {
                assertHarmless(terminal);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "> out.txt", "< question.txt"})
        void failureOfAModelIsEscapedOnStandardError(String redirection) throws Exception {
            write("[]", "- expect: \"\\e]0;owned\\a \\u202Edenwo\"\n");
            Files.writeString(home.resolve("question.txt"), "what?");
            try (PseudoTerminal terminal =
                    PseudoTerminal.redirected(redirection, mooring::prepare, "run", "a.md", "what?")) {
                assertHarmless(terminal);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "> out.txt", "< question.txt"})
        void namesAndKeysOfAServersFileAreEscaped(String redirection) throws Exception {
            Files.writeString(home.resolve("question.txt"), "what?");
            Path servers = Files.writeString(home.resolve("servers.json"), """
                {"mcpServers": {"a\\u001b]0;owned\\u0007": {"command": "false", "\\u202edenwo": 1}}}\
                """);
            try (PseudoTerminal terminal = PseudoTerminal.redirected(
                    redirection, mooring::prepare, "tools", "--servers", servers.toString())) {
                assertHarmless(terminal);
            }
        }

        @Test
        void fileReceivesTheAnswerAsItIs() throws Exception {
            write("[]", "- say: \"\\e]0;owned\\a\"\n");
            try (PseudoTerminal terminal =
                    PseudoTerminal.redirected("> out.txt", mooring::prepare, "run", "a.md", "what?")) {
                assertThat(terminal.exitCode()).isZero();
            }
            assertThat(home.resolve("out.txt")).content().isEqualTo(ATTACK + "\n");
        }
    }

    @Nested
    class CallsThatNeedApproval {
        @Test
        void callIsMadeAfterYesAndRefusedAfterNo() throws Exception {
            write("rude", """
                    - call: {rude/count: {message: first}}
                    - expect: "1"
                      call: {rude/count: {message: second}}
                    - expectError: refused the call
                      say: I understand.
                    """, needingApproval("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "count")) {
                terminal.shows("helper wants to call rude/count")
                        .shows("{\"message\":\"first\"}")
                        .shows("Allow?")
                        .press("what\n")
                        .shows("Answer y, n or a.")
                        .shows("Allow?")
                        .press("y\n")
                        .shows("{\"message\":\"second\"}")
                        .shows("Allow?")
                        .press("n\n")
                        .shows("I understand.");
                assertThat(terminal.exitCode()).isZero();
            }
        }

        @Test
        void allArgumentsAreShownPageByPage() throws Exception {
            String words = IntStream.range(0, 1000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
            write("rude", """
                    - call: {rude/count: {message: "%s and then the end"}}
                    - expect: "1"
                      call: {rude/count: {message: "%s"}}
                    - expectError: refused the call
                      say: I understand.
                    """.formatted(words, words), needingApproval("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "count")) {
                terminal.shows("word0 ")
                        .shows("Page 1 of 5 ")
                        .press("\n")
                        .shows("Page 2 of 5 ")
                        .press("\n")
                        .shows("Page 3 of 5 ")
                        .press("\n")
                        .shows("Page 4 of 5 ")
                        .press("\n")
                        .shows("and then the end\"}")
                        .shows("Allow?");
                String shown = terminal.everything().replaceAll("Page .*?refuses: |\\s+", "");
                assertThat(shown).contains(words.replace(" ", "") + "andthentheend");
                terminal.press("y\n").shows("Page 1 of 5 ").press("n\n").shows("I understand.");
                assertThat(terminal.exitCode()).isZero();
            }
        }

        @Test
        void alwaysApprovesTheToolForTheRun() throws Exception {
            write("rude", """
                    - call: [{rude/count: {}}, {rude/count: {}}]
                    - expect: "2"
                      call: {rude/count: {}}
                    - expect: "3"
                      say: Three.
                    """, needingApproval("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "count")) {
                terminal.shows("Allow?").press("a\n").shows("Three.");
                assertThat(terminal.exitCode()).isZero();
                assertThat(terminal.everything()).containsOnlyOnce("Allow?");
            }
        }

        @Test
        void ctrlCAtThePromptStopsTheRun() throws Exception {
            write("rude", "- call: {rude/count: {}}\n- say: never\n", needingApproval("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "count")) {
                terminal.shows("Allow?").press(CTRL_C);
                assertThat(terminal.exitCode()).isEqualTo(130);
            }
        }
    }

    @Nested
    class Elicitation {
        private static final String FORM = """
                - call:
                    rude/ask:
                      method: elicitation/create
                      params:
                        message: Who sails?
                        requestedSchema:
                          type: object
                          properties:
                            name: {type: string, minLength: 2}
                            crew: {type: integer, minimum: 1, default: 3}
                            flag: {type: string, enum: [red, blue]}
                            ready: {type: boolean}
                          required: [name, flag]
                """;

        @Test
        void serverGetsTheTypedValues() throws Exception {
            write("rude", FORM + """
                    - expect: ['"action":"accept"', '"name":"Ada"', '"crew":3', '"flag":"blue"', '"ready":true']
                      say: Aye.
                    """, Mooring.misbehaving("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "sail")) {
                terminal.shows("The server rude asks: ")
                        .shows("Who sails?")
                        .shows("name: ")
                        .press("\n")
                        .shows("This field is required.")
                        .press("A\n")
                        .shows("Enter at least 2 characters")
                        .press("Ada\n")
                        .shows("crew [3]: ")
                        .press("\n")
                        .shows("one of red, blue: ")
                        .press("green\n")
                        .shows("not one of the choices")
                        .press("blue\n")
                        .shows("ready, y or n")
                        .press("y\n")
                        .shows("Aye.");
                assertThat(terminal.exitCode()).isZero();
            }
        }

        @Test
        void declineCommandDeclines() throws Exception {
            write("rude", FORM + "- expect: decline\n  say: Then not.\n", Mooring.misbehaving("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "run", "a.md", "sail")) {
                terminal.shows("name: ").press("/decline\n").shows("Then not.");
                assertThat(terminal.exitCode()).isZero();
            }
        }

        @Test
        void elicitationIsNotOfferedWithoutATerminal() throws Exception {
            write("rude", FORM + "- expect: code\n  say: Nobody there.\n", Mooring.misbehaving("rude"));
            assertThat(mooring.run("run", "a.md", "sail").out()).isEqualTo("Nobody there.\n");
        }
    }

    @Nested
    class Conversation {
        @Test
        void conversationKeepsSessionsOpenAndSurvivesCtrlC() throws Exception {
            write("rude/count, rude/stall", """
                    - call: {rude/count: {}}
                    - expect: "1"
                      say: Counted once.
                    - call: {rude/count: {}}
                    - expect: "2"
                      say: Counted twice.
                    - call: {rude/stall: {}}
                    """, Mooring.misbehaving("rude"));
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "chat", "a.md")) {
                terminal.shows("helper is ready.")
                        .shows("> ")
                        .press("/sessions" + ENTER)
                        .shows("No session is open.")
                        .shows("> ")
                        .press("count \\" + ENTER)
                        .press("please" + ENTER)
                        .shows("Counted once.")
                        .shows("1 call")
                        .shows("> ")
                        .press("/tools" + ENTER)
                        .shows("rude/count")
                        .shows("> ")
                        .press("never mind" + CTRL_C)
                        .shows("/exit or Ctrl-D")
                        .shows("> ")
                        .press("again" + ENTER)
                        .shows("Counted twice.")
                        .shows("> ")
                        .press("wait" + ENTER)
                        .shows("rude/stall")
                        .press(CTRL_C)
                        .shows("stopped; ")
                        .shows("> ")
                        .press("/sessions" + ENTER)
                        .shows("s1  rude  legacy, open for")
                        .shows("> ")
                        .press("/nonsense" + ENTER)
                        .shows("Unknown command /nonsense")
                        .shows("> ")
                        .press("/exit" + ENTER)
                        .shows("ended after")
                        .shows("1 session");
                assertThat(terminal.exitCode()).isZero();
                assertThat(terminal.everything()).doesNotContain("rude/echo");
            }
            assertThat(Files.readString(mooring.records().getFirst())).contains("count \\nplease");
            assertThat(home.resolve("state/mooring/chat-history")).content().contains("again");
        }

        @Test
        void ctrlDEndsTheConversation() throws Exception {
            write("[]", "- say: Hello.\n");
            try (PseudoTerminal terminal = PseudoTerminal.run(mooring::prepare, "chat", "a.md")) {
                terminal.shows("> ")
                        .press(CTRL_C)
                        .shows("/exit or Ctrl-D")
                        .shows("> ")
                        .press(CTRL_D);
                assertThat(terminal.exitCode()).isZero();
            }
        }

        @Test
        void withoutATerminalEachLineIsAMessage() throws Exception {
            write("rude", """
                    - call: {rude/count: {}}
                    - expect: "1"
                      say: One.
                    - call: {rude/count: {}}
                    - expect: "2"
                      say: Two.
                    """, Mooring.misbehaving("rude"));
            MooringProcess.Ended ended = mooring.runWith("count\n\ncount again\n", "chat", "a.md");
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).isEqualTo("One.\nTwo.\n");
        }

        @Test
        void promptOfAServerIsAMessage() throws Exception {
            String everything = Mooring.local(
                    "everything",
                    Mooring.node(),
                    Mooring.installed("@modelcontextprotocol/server-everything/dist/index.js"));
            write("everything/echo", """
                    - expect: "What's weather in New York, NY?"
                      say: Sunny.
                    """, everything);
            MooringProcess.Ended ended = mooring.runWith("""
                    /prompts
                    /everything:args-prompt
                    /everything:nothing
                    /everything:args-prompt city="New York" state=NY
                    """, "chat", "a.md");
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err())
                    .contains("/everything:args-prompt city=… [state=…]  A prompt with two arguments")
                    .contains("Missing argument city. Use /everything:args-prompt city=… [state=…]")
                    .contains("There is no prompt everything:nothing. Available prompts: /everything:")
                    .contains("What's weather in New York, NY?");
            assertThat(ended.out()).isEqualTo("Sunny.\n");
        }
    }
}
