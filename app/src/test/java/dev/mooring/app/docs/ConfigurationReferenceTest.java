package dev.mooring.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.file.AgentFile;
import dev.mooring.session.config.ServersFile;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {
    private static final Pattern NAME = Pattern.compile("`([A-Za-z]+)`");

    @Test
    void configurationPageHasExactlyTheKeysOfAServerEntry() {
        assertThat(keysIn("docs/configuration.md")).isEqualTo(new TreeSet<>(ServersFile.KEYS));
    }

    @Test
    void agentsPageHasExactlyTheKeysOfAnAgent() {
        assertThat(keysIn("docs/agents.md")).isEqualTo(new TreeSet<>(AgentFile.KEYS));
    }

    @Test
    void agentsPageHasEveryLimit() {
        assertThat(Pages.lines(Pages.ROOT.resolve("docs/agents.md")))
                .filteredOn(line -> line.startsWith("| `limits` |"))
                .singleElement()
                .asString()
                .contains(AgentFile.LIMITS.stream()
                        .map(limit -> "`" + limit + "`")
                        .toList());
    }

    /** Returns the names in the first column of the page's tables of keys. */
    private static Set<String> keysIn(String page) {
        var names = new TreeSet<String>();
        boolean inTable = false;
        for (String line : Pages.lines(Pages.ROOT.resolve(page))) {
            inTable = line.startsWith("| key |") || (inTable && line.startsWith("|"));
            Matcher name = NAME.matcher(inTable ? line.substring(0, line.indexOf('|', 1)) : "");
            while (name.find()) {
                names.add(name.group(1));
            }
        }
        return names;
    }
}
