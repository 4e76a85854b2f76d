package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
    private final ToolNames names = new ToolNames();

    @Test
    void nameConsistsOfServerAndTool() {
        assertThat(names.nameFor("memory", "search_nodes")).isEqualTo("memory__search_nodes");
    }

    @Test
    void charactersThatProvidersRejectAreReplaced() {
        assertThat(names.nameFor("my server", "größe/x")).matches("[a-zA-Z0-9_-]{1,64}");
    }

    @Test
    void collidingNamesAreMadeUnique() {
        String first = names.nameFor("a", "b.c");
        String second = names.nameFor("a", "b/c");
        assertThat(first).isNotEqualTo(second);
        assertThat(names.nameFor("a", "b.c")).isEqualTo(first);
        assertThat(names.nameFor("a", "b/c")).isEqualTo(second);
    }

    @Test
    void longNamesAreShortenedAndStayUnique() {
        Set<String> given = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            given.add(names.nameFor("a-server-with-a-very-long-name-indeed", "a-tool-with-a-very-long-name-too-" + i));
        }
        assertThat(given).hasSize(500).allMatch(name -> name.matches("[a-zA-Z0-9_-]{1,64}"));
    }
}
