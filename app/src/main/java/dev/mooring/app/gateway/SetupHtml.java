package dev.mooring.app.gateway;

import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.ClientSetup.Section;
import dev.mooring.app.web.Html;
import java.util.LinkedHashMap;
import java.util.Map;

/** Renders the lines that add the gateway, or one of its servers, to each client. */
final class SetupHtml {
    private SetupHtml() {}

    /** @param setups the setup for each address, by the text under which people choose it */
    static Html of(Map<String, ClientSetup> setups) {
        var html = new Html().raw("""
                <section aria-labelledby="connect">
                <h2 id="connect">Connect a client</h2>
                <div class="sheet connect">
                <p><label>Address <select id="address">
                """);
        Map<String, ClientSetup> ordered = new LinkedHashMap<>(setups);
        int number = 0;
        for (Map.Entry<String, ClientSetup> setup : ordered.entrySet()) {
            html.raw("<option value=\"" + number++ + "\">")
                    .text(setup.getKey() + ": " + setup.getValue().address())
                    .raw("</option>\n");
        }
        html.raw("</select></label></p>\n");
        number = 0;
        for (ClientSetup setup : ordered.values()) {
            html.raw("<div data-address=\"" + number + "\"" + (number == 0 ? "" : " hidden") + ">\n");
            setup.sections().forEach(section -> html.add(section(section)));
            setup.notes()
                    .forEach(note -> html.raw("<p class=\"soft\">").text(note).raw("</p>\n"));
            html.raw("</div>\n");
            number++;
        }
        return html.raw("</div>\n</section>\n");
    }

    private static Html section(Section section) {
        return new Html()
                .raw("<details><summary>")
                .text(section.client())
                .raw("</summary><div class=\"lines\"><pre tabindex=\"0\">")
                .text(section.lines())
                .raw("</pre><button data-copy")
                .attribute("aria-label", "Copy the lines for " + section.client())
                .raw(">Copy</button></div></details>\n");
    }
}
