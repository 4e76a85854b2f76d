package dev.mooring.app.web;

import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Pages for the person at this machine, on a free port of loopback, behind one-time codes. */
public final class LocalPages implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);

    private final HttpServer http;

    private LocalPages(HttpServer http) {
        this.http = http;
    }

    /**
     * Starts to serve pages, and lets other processes of the user find them. The caller closes the pages, and then the codes.
     *
     * @param codes the codes that sign in
     * @param command the command that opens a link with a new code
     * @throws IOException if the service cannot start
     */
    public static LocalPages start(SignInCodes codes, String command, PageGuard.Pages pages) throws IOException {
        var address = new WebAddress("127.0.0.1", 0, Optional.empty());
        HttpServer http = address.listen(
                HttpServer.builder().web(new PageGuard(address, new PageAccess.ByCode(codes, command), pages)));
        try (var opened = new OpenResources()) {
            opened.add(() -> http.stop(Duration.ZERO));
            codes.announce(address.base(http.port()) + "/");
            opened.release();
        }
        return new LocalPages(http);
    }

    @Override
    public void close() throws IOException {
        http.stop(STOP_TIMEOUT);
    }
}
