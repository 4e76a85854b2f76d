package dev.mooring.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help.Ansi;

class TerminalWriterTest {
    private final StringWriter written = new StringWriter();

    private PrintWriter writer(boolean isTerminal) {
        return new PrintWriter(new TerminalWriter(written, isTerminal), true);
    }

    @ParameterizedTest
    @CsvSource({
        "1b, \\u001b",
        "07, \\u0007",
        "9b, \\u009b",
        "7f, \\u007f",
        "202e, \\u202e",
        "2066, \\u2066",
        "200f, \\u200f",
        "e0041, \\u{e0041}"
    })
    void controlCharacterIsEscapedOnATerminal(String code, String shown) {
        writer(true).print("a" + Character.toString(Integer.parseInt(code, 16)) + "b\tc\n");
        assertThat(written).hasToString("a" + shown + "b\tc\n");
    }

    @Test
    void carriageReturnCannotOverwriteALine() {
        writer(true).print("safe\rrm -rf\r\n");
        assertThat(written).hasToString("saferm -rf\n");
    }

    @Test
    void fileReceivesTheTextAsItIs() {
        writer(false).print("a\u001b[31mb\r\n\u202e");
        assertThat(written).hasToString("a\u001b[31mb\r\n\u202e");
    }

    @Test
    void onlyMarkedSequencesControlTheTerminal() {
        Screen screen = new Screen(true, Ansi.ON, 80);
        writer(true).println(screen.styled("red", "a\u001b[2Jb") + ControlSequences.mark("\u001b[1A"));
        assertThat(written).hasToString("\u001b[31ma\\u001b[2Jb\u001b[0m\u001b[1A\n");
    }

    @Test
    void textWithoutTheMarkCannotImitateIt() {
        writer(true).print("\u001b\uFDD0000000000000000000000000\uFDD1[2J");
        assertThat(written.toString()).doesNotContain("\u001b");
    }
}
