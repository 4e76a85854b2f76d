package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.web.TestWeb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(90)
class ReviewLinkTest {
    @TempDir
    Path home;

    private static int pageStatus(String link) throws Exception {
        try (HttpClient client = TestWeb.signedIn(link)) {
            HttpRequest page =
                    HttpRequest.newBuilder(URI.create(link).resolve("/")).build();
            return client.send(page, BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void serverOverStdioStartsAReviewPageOnDemand() throws Exception {
        var mooring = new MooringProcess(home, Map.of("BROWSER", "", "DISPLAY", "", "WAYLAND_DISPLAY", ""));
        Path notes = Files.createDirectory(home.resolve("notes"));
        Files.writeString(notes.resolve("a.md"), "Buy {++oat ++}milk.\n");
        Path err = home.resolve("serve.err");
        Process serve = mooring.start(err, "serve", notes.toString(), "--stdio");
        try {
            await().until(() -> Files.exists(home.resolve("state/mooring/sign-in")) && hasFile("offer"));
            assertThat(Files.readString(err)).contains(" review " + notes.toRealPath() + " --open");
            assertThat(hasFile("address")).isFalse();

            MooringProcess.Ended opened = mooring.run("review", notes.toString(), "--open");

            assertThat(opened.code()).as(opened.err()).isZero();
            String link = opened.out().strip();
            try (HttpClient person = TestWeb.signedIn(link);
                    HttpClient stranger = HttpClient.newHttpClient()) {
                assertThat(get(person, link, "/")).contains("200").contains("a.md");
                assertThat(get(person, link, "/mcp")).contains("404");
                assertThat(get(stranger, link, "/")).contains("401");
            }
            assertThat(pageStatus(mooring.run("review", notes.toString(), "--open")
                            .out()
                            .strip()))
                    .isEqualTo(200);

            serve.getOutputStream().close();
            assertThat(serve.waitFor()).isZero();
            assertThat(serve.inputReader(UTF_8).readLine()).isNull();
            assertThat(Files.readString(err)).doesNotContain("code=");
            assertThat(home.resolve("state/mooring/sign-in")).isEmptyDirectory();
            assertThat(mooring.run("review", notes.toString(), "--open").code()).isEqualTo(1);
        } finally {
            serve.destroyForcibly();
        }
    }

    /** Whether the sign-in folder of a service has a file. */
    private boolean hasFile(String name) throws Exception {
        try (Stream<Path> files = Files.walk(home.resolve("state/mooring/sign-in"))) {
            return files.anyMatch(file -> file.endsWith(name));
        }
    }

    private static String get(HttpClient client, String link, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(link).resolve(path)).build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    @Test
    void linksOfServeAndReviewOpenSignIn() throws Exception {
        var mooring = new MooringProcess(home, Map.of("BROWSER", "", "DISPLAY", ""));
        String notes = Files.createDirectory(home.resolve("notes")).toString();
        assertThat(mooring.run("review", notes, "--open").err()).contains("No 'mooring serve'");

        Path err = home.resolve("serve.err");
        Process serve = mooring.start(err, "serve", notes, "--port", "0");
        try {
            assertThat(serve.inputReader(UTF_8).readLine()).startsWith("http://127.0.0.1:");
            await().until(() -> Files.readString(err).contains("Stop with Ctrl-C"));
            Matcher printed = Pattern.compile("http://\\S+#code=[0-9a-f]{48}").matcher(Files.readString(err));
            assertThat(printed.find()).isTrue();
            assertThat(pageStatus(printed.group())).isEqualTo(200);

            MooringProcess.Ended opened = mooring.run("review", notes, "--open");
            assertThat(opened.code()).isZero();
            assertThat(pageStatus(opened.out().strip())).isEqualTo(200);
        } finally {
            serve.destroy();
            serve.waitFor();
        }
        assertThat(home.resolve("state/mooring/sign-in")).isEmptyDirectory();
    }
}
