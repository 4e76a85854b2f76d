package dev.mooring.app.web;

import static dev.mooring.app.web.GuardedPage.FORM;
import static dev.mooring.app.web.GuardedPage.HERE;
import static dev.mooring.app.web.GuardedPage.ask;
import static dev.mooring.app.web.GuardedPage.found;
import static dev.mooring.app.web.GuardedPage.serve;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PageGuardTest {
    private static final String TOKEN = "0123456789abcdef-ada";
    private static final String ASSISTANTS = "0123456789abcdef-claude";

    @TempDir
    Path elsewhere;

    private PageAccess tokens() throws IOException {
        Path file = TestWeb.tokenFile(elsewhere, "ada " + TOKEN + " review", "claude " + ASSISTANTS);
        return new PageAccess.ByToken(Tokens.read(file), Role.REVIEW);
    }

    @Nested
    class OpenPages {
        @Test
        void localUserGetsAStrictCookieAndAProtectedPage() throws IOException {
            try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN)) {
                assertThat(ask(server, "GET", "/", "Host: localhost\r\n", ""))
                        .startsWith("HTTP/1.1 200")
                        .contains("name=" + System.getProperty("user.name"))
                        .containsPattern("Set-Cookie: mooring-\\d+=[0-9a-f]{48}; Path=/; HttpOnly; SameSite=Strict")
                        .contains("Content-Security-Policy: default-src 'none'; script-src 'self'")
                        .doesNotContain("unsafe-inline")
                        .contains("X-Content-Type-Options: nosniff")
                        .contains("Cache-Control: no-store");
            }
        }

        @Test
        void refusedRequestWithASmallBodyKeepsTheConnection() throws IOException {
            try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN);
                    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setTcpNoDelay(true); // so that the body arrives after the head
                var in = new BufferedInputStream(socket.getInputStream());
                for (int i = 0; i < 20; i++) {
                    String head = String.join(
                            "\r\n",
                            "POST / HTTP/1.1",
                            "Host: localhost",
                            "Origin: http://evil.example.com",
                            "Content-Length: 4",
                            "",
                            "");
                    socket.getOutputStream().write(head.getBytes(UTF_8));
                    socket.getOutputStream().write("a=b&".getBytes(UTF_8));
                    String response = headOf(in);
                    assertThat(response).startsWith("HTTP/1.1 403").doesNotContain("Connection: close");
                    in.skipNBytes(Long.parseLong(found("Content-Length: (\\d+)", response)));
                }
            }
        }

        private static String headOf(InputStream in) throws IOException {
            var head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                int next = in.read();
                assertThat(next).as(head.toString()).isNotEqualTo(-1);
                head.append((char) next);
            }
            return head.toString();
        }

        @Test
        void foreignHostsAndOriginsAreRefused() throws IOException {
            try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN)) {
                assertThat(ask(server, "GET", "/", "Host: evil.example.com\r\n", ""))
                        .startsWith("HTTP/1.1 403");
                assertThat(ask(server, "GET", "/", "Host: localhost:1\r\nOrigin: http://evil.example.com\r\n", ""))
                        .startsWith("HTTP/1.1 403");
                // Another program on this machine is a different site.
                assertThat(ask(server, "GET", "/", "Host: localhost:1\r\nOrigin: http://localhost:2\r\n", ""))
                        .startsWith("HTTP/1.1 403");
            }
        }

        @Test
        void clientWithTheWrongAddressIsToldSo() throws IOException {
            try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN)) {
                String client = "Host: localhost\r\nAccept: application/json, text/event-stream\r\n";
                for (String headers : List.of(client, client + "Authorization: Bearer some-token\r\n")) {
                    assertThat(ask(server, "POST", "/nots/mcp", headers, "{}"))
                            .startsWith("HTTP/1.1 404 ")
                            .contains("No MCP server is at this address");
                }
            }
        }

        @Test
        void aChangeNeedsTheCookieTheOriginAndTheCsrfToken() throws IOException {
            try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN)) {
                String page = ask(server, "GET", "/", HERE, "");
                String cookie = "Cookie: " + found("Set-Cookie: ([^;]+)", page) + "\r\n";
                String form = PageGuard.CSRF_HEADER + ": " + found("form=([0-9a-f]+)", page) + "\r\n";

                assertThat(ask(server, "POST", "/", HERE + cookie + form, "{}")).startsWith("HTTP/1.1 200");
                assertThat(ask(server, "POST", "/", HERE + cookie, "{}")).startsWith("HTTP/1.1 403");
                assertThat(ask(server, "POST", "/", HERE + form, "{}")).startsWith("HTTP/1.1 401");
                assertThat(ask(server, "POST", "/", "Host: localhost:1\r\n" + cookie + form, "{}"))
                        .startsWith("HTTP/1.1 403");
            }
        }
    }

    @Nested
    class WithTokens {
        @Test
        void personSignsInOnceAndSignsOut() throws IOException {
            try (HttpServer server = serve(Optional.empty(), tokens())) {
                assertThat(ask(server, "GET", "/", HERE + "Accept: text/html\r\n", ""))
                        .startsWith("HTTP/1.1 303")
                        .contains("Location: /login");
                assertThat(ask(server, "GET", "/review", HERE, "")).startsWith("HTTP/1.1 401");
                assertThat(ask(server, "GET", "/login", HERE, "")).contains("<form method=\"post\"");

                String answer = ask(server, "POST", "/login", HERE, "token=" + TOKEN);
                assertThat(answer).startsWith("HTTP/1.1 303").contains("Location: /");
                String cookie = "Cookie: " + found("Set-Cookie: ([^;]+)", answer) + "\r\n";
                String page = ask(server, "GET", "/", HERE + cookie, "");
                assertThat(page).contains("name=ada");

                String form = PageGuard.CSRF_HEADER + ": " + found("form=([0-9a-f]+)", page) + "\r\n";
                ask(server, "POST", "/logout", HERE + cookie + form, "{}");
                assertThat(ask(server, "GET", "/", HERE + cookie, "")).startsWith("HTTP/1.1 401");
            }
        }

        @Test
        void wrongTokenAndForeignFormAreRefused() throws IOException {
            try (HttpServer server = serve(Optional.empty(), tokens())) {
                assertThat(ask(server, "POST", "/login", HERE, "token=" + TOKEN + "x"))
                        .startsWith("HTTP/1.1 401")
                        .contains("Unknown token")
                        .doesNotContain("Set-Cookie");
                assertThat(ask(
                                server,
                                "POST",
                                "/login",
                                "Host: localhost:1\r\nOrigin: http://evil.example.com\r\n",
                                "token=" + TOKEN))
                        .startsWith("HTTP/1.1 403");
            }
        }
    }

    @Nested
    class Roles {
        @Test
        void tokenWithoutTheRoleCannotSignIn() throws IOException {
            try (HttpServer server = serve(Optional.empty(), tokens())) {
                assertThat(ask(server, "POST", "/login", FORM, "token=" + ASSISTANTS))
                        .startsWith("HTTP/1.1 403")
                        .contains("It needs the role review")
                        .doesNotContain("Set-Cookie");
            }
        }

        @Test
        void cookieStopsWorkingWhenItsTokenIsRemovedOrReplaced() throws IOException {
            for (String now : new String[] {"bob " + TOKEN + "-bobs", "ada " + TOKEN + "-new review", "ada " + TOKEN}) {
                try (HttpServer server = serve(Optional.empty(), tokens())) {
                    String answer = ask(server, "POST", "/login", FORM, "token=" + TOKEN);
                    String cookie = "Cookie: " + found("Set-Cookie: ([^;]+)", answer) + "\r\n";
                    assertThat(ask(server, "GET", "/", HERE + cookie, "")).startsWith("HTTP/1.1 200");

                    TestWeb.tokenFile(elsewhere, now);
                    assertThat(ask(server, "GET", "/", HERE + cookie, "")).startsWith("HTTP/1.1 401");
                }
            }
        }
    }

    @Nested
    class FailedAttempts {
        @Test
        void furtherSignInsFromAnAddressAreRefusedAfterFiveFailures() throws IOException {
            try (HttpServer server = serve(Optional.empty(), tokens())) {
                for (int i = 0; i < FailedSignIns.MAX_FAILURES; i++) {
                    assertThat(ask(server, "POST", "/login", FORM, "token=wrong" + i))
                            .startsWith("HTTP/1.1 401");
                }
                assertThat(ask(server, "POST", "/login", FORM, "token=" + TOKEN))
                        .startsWith("HTTP/1.1 429")
                        .contains("Retry-After: 60")
                        .doesNotContain("Set-Cookie");
            }
        }
    }

    @Test
    void pageForBearersShowsNothingToABrowser() throws IOException {
        try (HttpServer server = serve(Optional.empty(), new PageAccess.ByBearer(Role.ADMIN))) {
            assertThat(ask(server, "GET", "/", HERE + "Accept: text/html\r\n", ""))
                    .startsWith("HTTP/1.1 303");
            assertThat(ask(server, "GET", "/", HERE, ""))
                    .startsWith("HTTP/1.1 401")
                    .doesNotContain("form=");
            assertThat(ask(server, "GET", "/login", HERE, ""))
                    .startsWith("HTTP/1.1 401")
                    .contains("mooring:admin");
        }
    }

    @Nested
    class OneTimeCodes {
        private SignInCodes codes() throws IOException {
            return SignInCodes.begin(elsewhere.resolve("state"), elsewhere);
        }

        @Test
        void localProcessWithoutTheCodeSeesNothingAndChangesNothing() throws IOException {
            try (SignInCodes codes = codes();
                    HttpServer server =
                            serve(Optional.empty(), new PageAccess.ByCode(codes, "mooring review FOLDER --open"))) {
                assertThat(ask(server, "GET", "/", HERE, ""))
                        .startsWith("HTTP/1.1 401")
                        .doesNotContain("form=", "Set-Cookie");
                assertThat(ask(server, "GET", "/", HERE + "Accept: text/html\r\n", ""))
                        .startsWith("HTTP/1.1 303")
                        .contains("Location: /login");
                assertThat(ask(server, "POST", "/login", FORM, "code=" + "0".repeat(48)))
                        .startsWith("HTTP/1.1 401")
                        .doesNotContain("Set-Cookie");
                assertThat(ask(server, "POST", "/login", FORM, "code=address")).startsWith("HTTP/1.1 401");
                assertThat(ask(server, "POST", "/login", FORM, "code=../tokens"))
                        .startsWith("HTTP/1.1 401");
                assertThat(ask(server, "POST", "/", HERE, "{}")).startsWith("HTTP/1.1 401");
            }
        }

        @Test
        void codeSignsInOnce() throws IOException {
            try (SignInCodes codes = codes();
                    HttpServer server =
                            serve(Optional.empty(), new PageAccess.ByCode(codes, "mooring review FOLDER --open"))) {
                codes.announce("http://localhost:1/");
                String code = found("^http://localhost:1/login#(code=[0-9a-f]{48})$", codes.newLink());

                String answer = ask(server, "POST", "/login", FORM, code);
                String cookie = "Cookie: " + found("Set-Cookie: ([^;]+)", answer) + "\r\n";
                assertThat(ask(server, "GET", "/", HERE + cookie, "")).contains("form=");
                assertThat(ask(server, "POST", "/login", FORM, code)).startsWith("HTTP/1.1 401");
            }
        }

        @Test
        void anotherProcessOfTheUserIsInvitedWhileTheServiceRuns() throws IOException {
            Path state = elsewhere.resolve("state");
            try (SignInCodes codes = codes()) {
                assertThat(SignInCodes.invite(state, elsewhere, "/")).isEmpty();
                codes.announce("http://localhost:1/");

                SignInCodes.Invitation invitation =
                        SignInCodes.invite(state, elsewhere, "/").orElseThrow();
                assertThat(invitation.page()).content().contains(invitation.link());
                assertThat(codes.redeem(found("code=([0-9a-f]+)", invitation.link())))
                        .isTrue();
                assertThat(SignInCodes.invite(state, state, "/")).isEmpty();
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve("sign-in"))))
                        .isEqualTo("rwx------");
            }
            assertThat(SignInCodes.invite(state, elsewhere, "/")).isEmpty();
            assertThat(state.resolve("sign-in")).isEmptyDirectory();
        }
    }

    @Test
    void cookieIsSecureBehindHttps() throws IOException {
        try (HttpServer server = serve(Optional.of(URI.create("https://notes.example.com")), PageAccess.OPEN)) {
            assertThat(ask(server, "GET", "/", "Host: notes.example.com\r\nOrigin: https://notes.example.com\r\n", ""))
                    .startsWith("HTTP/1.1 200")
                    .containsPattern("Set-Cookie: .*; Secure");
        }
    }

    @Test
    void assetsNeedNoSessionAndAreCached() throws IOException {
        try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN)) {
            String style = ask(server, "GET", "/assets/mooring.css", HERE, "");
            assertThat(style).startsWith("HTTP/1.1 200").contains("Content-Type: text/css");

            String known = "If-None-Match: " + found("ETag: (\\S+)", style) + "\r\n";
            assertThat(ask(server, "GET", "/assets/mooring.css", HERE + known, ""))
                    .startsWith("HTTP/1.1 304");
            assertThat(ask(server, "GET", "/assets/Tokens.class", HERE, "")).startsWith("HTTP/1.1 404");
            assertThat(ask(server, "GET", "/assets/absent.css", HERE, "")).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void everyAnswerHasTheHeadersOfAPage() throws IOException {
        PageGuard.Pages pages = (request, _) -> {
            if (request.path().equals("/failing")) {
                throw new IOException("simulated");
            }
            return null;
        };
        try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN, pages, _ -> {})) {
            assertThat(List.of(
                            ask(server, "GET", "/failing", HERE, ""),
                            ask(server, "GET", "/absent", HERE, ""),
                            ask(server, "POST", "/login", "Host: localhost:1\r\n", "")))
                    .satisfiesExactly(
                            failed -> assertThat(failed)
                                    .startsWith("HTTP/1.1 500")
                                    .contains("{\"problem\":\"The server failed. See its log.\"}")
                                    .doesNotContain("simulated"),
                            absent -> assertThat(absent).startsWith("HTTP/1.1 404"),
                            foreign -> assertThat(foreign).startsWith("HTTP/1.1 403"))
                    .allSatisfy(answer -> assertThat(answer)
                            .contains("Content-Security-Policy: default-src 'none'; script-src 'self'")
                            .contains("X-Content-Type-Options: nosniff")
                            .contains("Cache-Control: no-store"));
        }
    }

    @Test
    void pageReplacesThePolicyForItsContent() throws IOException {
        PageGuard.Pages pages = (_, _) -> WebResponse.of(200, "image/svg+xml", "<svg/>")
                .with("Content-Security-Policy", "sandbox")
                .with("Cache-Control", "no-cache");
        try (HttpServer server = serve(Optional.empty(), PageAccess.OPEN, pages, _ -> {})) {
            assertThat(ask(server, "GET", "/", HERE, ""))
                    .contains("Content-Security-Policy: sandbox")
                    .contains("Cache-Control: no-cache")
                    .doesNotContain("default-src", "no-store");
        }
    }

    @Test
    void formBeyondTheLimitIsRefused() throws IOException {
        try (HttpServer server = serve(Optional.empty(), tokens())) {
            assertThat(ask(server, "POST", "/login", FORM, "token=" + TOKEN + "&more=" + "m".repeat(20_000)))
                    .startsWith("HTTP/1.1 413")
                    .contains("Content-Security-Policy: default-src 'none'")
                    .contains("too large")
                    .doesNotContain("Set-Cookie");
        }
    }

    @Test
    void accessLogHasPathsOfSignedInPeopleOnly() throws IOException {
        List<String> logged = new CopyOnWriteArrayList<>();
        try (HttpServer server = serve(
                Optional.empty(),
                tokens(),
                (request, _) -> request.path().equals("/absent") ? null : PageResponse.problem(409, "Conflict."),
                entry -> logged.add(entry.status() + " " + entry.path() + " " + entry.principal()))) {
            ask(server, "GET", "/mcq/secret", HERE, "");
            ask(server, "GET", "/mcq/secret", HERE + "Accept: text/html\r\n", "");
            String signedIn = ask(server, "POST", "/login", FORM, "token=" + TOKEN);
            String cookie = "Cookie: " + found("Set-Cookie: ([^;]+)", signedIn) + "\r\n";
            ask(server, "GET", "/page", HERE + cookie, "");
            ask(server, "GET", "/absent", HERE + cookie, "");

            await().untilAsserted(() -> assertThat(logged)
                    .containsExactlyInAnyOrder(
                            "401  null", "303  null", "303 /login null", "409 /page ada", "404  ada"));
        }
    }
}
