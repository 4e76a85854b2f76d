package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.demo.Demo;
import dev.mooring.app.demo.DemoOutput;
import dev.mooring.app.web.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine.Help.Ansi;

@Tag("process")
class DemoTest {
    @Test
    @Timeout(180)
    void demoShowsKeptStateAndLeavesNoProcesses() throws Exception {
        Set<Long> before = children();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        try (Demo demo = Demo.open(new DemoOutput(new PrintWriter(out, true), new PrintWriter(err, true), Ansi.OFF))) {
            demo.run();
            String link = demo.reviewLink();
            HttpRequest page =
                    HttpRequest.newBuilder(URI.create(link).resolve("/")).build();
            try (HttpClient browser = TestWeb.signedIn(link)) {
                assertThat(browser.send(page, BodyHandlers.ofString()).body()).contains("harbour.md");
            }
        }
        assertThat(out.toString())
                .contains("[session: ")
                .containsPattern("\\{--.*eight--}\\{\\+\\+.*nine\\+\\+}")
                .containsPattern(
                        "notes read +1\\. the Ada .*; 2\\. the .*; 3\\. the .* in port +The notepad is empty\\.")
                .containsPattern("processes started +1 +\\d+")
                .containsPattern(
                        "Without the gateway(?s:.*)\\| The notepad is empty\\.(?s:.*)Through the gateway(?s:.*)\\| 1\\. the Ada");
        assertThat(err.toString()).isEmpty();
        assertThat(children()).isEqualTo(before);
    }

    private static Set<Long> children() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
