package dev.mooring.app.web;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The accessibility checks of axe-core, in the page that a browser shows. */
public final class Axe {
    private static final Path SCRIPT =
            Path.of(System.getProperty("mooring.root", "..")).resolve("counterparts/node_modules/axe-core/axe.min.js");

    private Axe() {}

    /** Returns one line for each rule that the page violates, with the elements. */
    @SuppressWarnings("unchecked")
    public static List<String> violations(Page page) throws IOException {
        page.evaluate(Files.readString(SCRIPT));
        return (List<String>) page.evaluate("""
                async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map((each) =>
                  each.id + ': ' + each.help + '\\n' + each.nodes.slice(0, 5).map((node) =>
                    '  ' + node.html.slice(0, 200) + '\\n  ' + node.failureSummary).join('\\n'))
                """);
    }
}
