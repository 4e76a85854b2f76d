package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

class MainTest {
    private static final String ESCAPE = "\u001b";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int mooring(Ansi colour, String... args) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), colour, args);
    }

    private int mooring(String... args) {
        return mooring(Ansi.AUTO, args);
    }

    @Nested
    class Version {
        @ParameterizedTest
        @ValueSource(strings = {"version", "--version", "-V"})
        void versionIsOneLineOnStandardOutput(String argument) {
            assertThat(mooring(argument)).isZero();
            assertThat(out.toString()).matches("mooring \\d+\\.\\d+\\.\\d+\\S*\\R");
            assertThat(err.toString()).isEmpty();
        }
    }

    @Nested
    @Tag("process")
    class Completion {
        @Test
        void bashCompletesCommandsAndOptions() throws Exception {
            assertThat(mooring("completion")).isZero();
            assertThat(completed("mooring ser")).contains("serve");
            assertThat(completed("mooring serve --pub")).contains("--public-url");
        }

        /** Returns the completions of a real bash for a command line. */
        private String completed(String line) throws Exception {
            int words = line.split(" ", -1).length;
            String request =
                    "\nCOMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=%d; _complete_mooring; echo \"${COMPREPLY[@]}\""
                            .formatted(line, words - 1, line, line.length());
            Process bash = new ProcessBuilder("bash", "-c", out + request)
                    .redirectErrorStream(true)
                    .start();
            return new String(bash.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Nested
    class Help {
        static Stream<String> everyCommand() {
            return MooringCommand.commandLine().getSubcommands().keySet().stream();
        }

        @ParameterizedTest
        @ValueSource(strings = {"--help", "-h", "help"})
        void helpListsEveryCommand(String argument) {
            assertThat(mooring(argument)).isZero();
            assertThat(out.toString())
                    .contains("Usage: mooring")
                    .contains(everyCommand().toList());
            assertThat(err.toString()).isEmpty();
        }

        /** The library breaks a longer line, and a command that is broken cannot be copied. */
        @Test
        void examplesAndNotesFitATerminalOf80Columns() {
            assertThat(withSubcommands(MooringCommand.commandLine()))
                    .flatMap(command ->
                            List.of(command.getCommandSpec().usageMessage().footer()))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.replace("%%", "%")).hasSizeLessThanOrEqualTo(80));
        }

        private static List<CommandLine> withSubcommands(CommandLine command) {
            return Stream.concat(
                            Stream.of(command),
                            command.getSubcommands().values().stream().flatMap(each -> withSubcommands(each).stream()))
                    .toList();
        }

        @ParameterizedTest
        @MethodSource("everyCommand")
        void helpOfEveryCommandHasAnExample(String command) {
            assertThat(mooring(command, "--help")).isZero();
            assertThat(out.toString())
                    .contains("Usage: mooring " + command)
                    .containsPattern("Examples?:\\R  mooring " + command);
        }

        @ParameterizedTest
        @MethodSource("everyCommand")
        void helpCommandPrintsTheSameAsTheHelpOption(String command) {
            mooring(command, "--help");
            String asOption = out.toString();
            out.getBuffer().setLength(0);

            mooring("help", command);

            assertThat(out.toString()).isEqualTo(asOption);
        }

        @Test
        void helpOfAnUnknownCommandIsAUsageError() {
            assertThat(mooring("help", "versoin")).isEqualTo(2);
            assertThat(err.toString()).contains("Unknown command 'versoin'. Did you mean 'version'?");
            assertThat(out.toString()).isEmpty();
        }

        @Test
        void helpIsColouredOnlyOnATerminal() {
            mooring(Ansi.ON, "--help");
            assertThat(out.toString()).contains(ESCAPE);
            out.getBuffer().setLength(0);

            mooring(Ansi.OFF, "--help");
            assertThat(out.toString()).doesNotContain(ESCAPE);
        }
    }

    @Nested
    class UsageErrors {
        @Test
        void unknownCommandSuggestsASimilarOne() {
            assertThat(mooring("versoin")).isEqualTo(2);
            assertThat(err.toString())
                    .contains("mooring: Unknown command 'versoin'. Did you mean 'version'?")
                    .contains("See 'mooring --help'.");
            assertThat(out.toString()).isEmpty();
        }

        @Test
        void unknownCommandWithoutASimilarOneHasNoSuggestion() {
            assertThat(mooring("zzz")).isEqualTo(2);
            assertThat(err.toString()).contains("Unknown command 'zzz'").doesNotContain("Did you mean");
        }

        @Test
        void unknownOptionSuggestsASimilarOne() {
            assertThat(mooring("--versoin")).isEqualTo(2);
            assertThat(err.toString()).contains("Unknown option '--versoin'. Did you mean '--version'?");
        }

        @Test
        void commandThatResemblesNoneHasNoSuggestion() {
            assertThat(mooring("frobnicate")).isEqualTo(2);
            assertThat(err.toString()).contains("Unknown command 'frobnicate'").doesNotContain("Did you mean");
        }

        @Test
        void unknownOptionOfASubcommandSuggestsASimilarOne() {
            assertThat(mooring("serve", ".", "--prot=1")).isEqualTo(2);
            assertThat(mooring("review", ".", "--lst")).isEqualTo(2);
            assertThat(err.toString())
                    .contains("Unknown option '--prot=1'. Did you mean '--port'?")
                    .contains("Unknown option '--lst'. Did you mean '--list'?");
        }

        @Test
        void messagesOfThePicocliLibraryAreInPlainWords() {
            assertThat(mooring("serve", ".", "--port", "abc")).isEqualTo(2);
            assertThat(mooring("review", ".", "--list", "--check")).isEqualTo(2);
            assertThat(err.toString())
                    .contains("'abc' is not a whole number")
                    .contains("mooring: --list, --check are mutually exclusive");
        }

        @Test
        void usageErrorNamesTheHelpOfItsCommand() {
            assertThat(mooring("version", "please")).isEqualTo(2);
            assertThat(err.toString())
                    .contains("Unexpected argument 'please'")
                    .contains("See 'mooring version --help'.");
        }

        @Test
        void inputWithoutQuotesIsExplained() {
            assertThat(mooring("run", "agent.md", "which", "boats", "are", "in"))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .contains("Unexpected argument 'boats'. Put quotes around an argument that contains spaces.");
        }

        @Test
        void missingCommandPrintsTheHelpToStandardError() {
            assertThat(mooring()).isEqualTo(2);
            assertThat(err.toString()).contains("Usage: mooring").contains("version");
            assertThat(out.toString()).isEmpty();
        }

        @Test
        void usageErrorHasNoColour() {
            mooring(Ansi.ON);
            mooring(Ansi.ON, "versoin");
            assertThat(err.toString()).isNotEmpty().doesNotContain(ESCAPE);
        }
    }

    @Nested
    class Failures {
        @Command(name = "fail")
        record Fail(Exception failure) implements Callable<Integer> {
            @Override
            public Integer call() throws Exception {
                throw failure;
            }
        }

        private int fail(Exception failure) {
            var commands = MooringCommand.commandLine().addSubcommand(new Fail(failure));
            return Main.withHandlers(commands, new PrintWriter(out, true), new PrintWriter(err, true), Ansi.AUTO)
                    .execute("fail");
        }

        @Test
        void failureIsOneLineOnStandardError() {
            assertThat(fail(new IllegalStateException("the harbour is closed"))).isEqualTo(1);
            assertThat(err.toString()).isEqualToIgnoringNewLines("mooring: the harbour is closed");
            assertThat(out.toString()).isEmpty();
        }

        @Test
        void failureOfAFileNamesTheFileAndTheReason() {
            assertThat(fail(new NoSuchFileException("/tmp/notes.json"))).isEqualTo(1);
            assertThat(err.toString()).isEqualToIgnoringNewLines("mooring: /tmp/notes.json: no such file or folder");
        }

        @Test
        void failureWithoutAMessagePrintsTheExceptionType() {
            assertThat(fail(new IllegalStateException())).isEqualTo(1);
            assertThat(err.toString()).isEqualToIgnoringNewLines("mooring: IllegalStateException");
        }
    }
}
