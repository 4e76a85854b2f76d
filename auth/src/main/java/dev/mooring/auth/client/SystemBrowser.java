package dev.mooring.auth.client;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens pages in the default browser with the operating system's command. */
final class SystemBrowser implements SignInPage {
    private static final Logger LOG = LoggerFactory.getLogger(SystemBrowser.class);

    @Override
    public void show(URI page, Predicate<String> pastedResponse) {
        try {
            new ProcessBuilder(command(page))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            LOG.info("Opened the sign-in page in the browser. If no page appears, open {}", page);
        } catch (IOException e) {
            LOG.warn("Cannot start a browser ({}). Open this page to sign in: {}", e.getMessage(), page);
        }
    }

    private static List<String> command(URI page) {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            return List.of("open", page.toString());
        }
        return system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", page.toString())
                : List.of("xdg-open", page.toString());
    }
}
