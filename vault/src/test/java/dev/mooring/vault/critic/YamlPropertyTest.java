package dev.mooring.vault.critic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class YamlPropertyTest {

    /** Changes front matter with a list of items, of a thousand characters each. */
    private static YamlProperty.Outcome change(int items) {
        String list = ("- " + "x".repeat(997) + "\n").repeat(items);
        return YamlProperty.change(
                "---\nstatus: draft\nlist:\n" + list + "---\n",
                "\n",
                new Proposal.Property("status", Optional.of("draft"), Optional.of("final")));
    }

    @Test
    void frontMatterBeyondTheLimitIsNotChanged() {
        assertThat(change(900).getClass()).isEqualTo(YamlProperty.Changed.class);
        assertThat(change(1_100).getClass()).isEqualTo(YamlProperty.Refused.class);
    }
}
