package dev.mooring.vault.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {

    private static final String METADATA = "{\"author\":\"Zoë 😀\",\"time\":1794781967}@@";

    private static final List<String> PARTS = List.of(
            "plain ",
            "größer “quoted” 😀 ",
            "\n",
            "\r\n",
            "`code` ",
            "\n```\n",
            "\n```\u2003\n",
            "{++plain é++}",
            "{--" + METADATA + "old ß--}{++" + METADATA + "new 漢字++}",
            "{>>" + METADATA + "a comment…<<}",
            "{==high–light==}",
            "{~~" + METADATA + "é~>è~~}",
            "{++",
            "--}",
            "{ {");

    private static void assertView(String raw) {
        Utf8Text view = Utf8Text.ofAcceptedView(raw.getBytes(StandardCharsets.UTF_8));

        assertThat(view.string())
                .as(raw)
                .isEqualTo(MarkedText.parse(raw).accepted().text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\uFEFF",
                "\uFEFFé without marks\n",
                "\uFEFFé {++{\"author\":\"Zoë\",\"time\":1}@@ü++}\r\n",
                "---\nstatus: für\n---\n{>>{\"author\":\"é\",\"time\":1,\"prop\":\"status\",\"from\":\"für\","
                        + "\"to\":\"\\u6f22ß\"}@@status<<}\ntext\n",
                "{++{\"author\":\"\\u6f22\",\"time\":1}@@é++}"
            })
    void theViewOfUndecodedTextIsTheAcceptedView(String raw) {
        assertView(raw);
    }

    @Test
    void theViewOfRandomTextIsTheAcceptedView() {
        var random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            var raw = new StringBuilder();
            for (int n = random.nextInt(9); n > 0; n--) {
                raw.append(PARTS.get(random.nextInt(PARTS.size())));
            }
            assertView(raw.toString());
        }
    }
}
