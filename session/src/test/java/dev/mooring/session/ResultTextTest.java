package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import org.junit.jupiter.api.Test;

class ResultTextTest {
    private static String of(String result) {
        return ResultText.of(Json.objectOf(result.replace('\'', '"')));
    }

    @Test
    void allTextBlocksAreIncluded() {
        assertThat(of("{'content': [{'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}]}"))
                .isEqualTo("a\nb");
    }

    @Test
    void structuredContentIsAddedUnlessATextBlockRepeatsIt() {
        assertThat(of("{'content': [], 'structuredContent': {'n': 1}}")).isEqualTo("{\"n\":1}");
        assertThat(of("{'content': [{'type': 'text', 'text': '{\\'n\\': 1}'}], 'structuredContent': {'n': 1}}"
                        .replace("\\'", "\\\"")))
                .isEqualTo("{\"n\": 1}");
    }

    @Test
    void binaryContentIsDescribed() {
        assertThat(of("{'content': [{'type': 'image', 'mimeType': 'image/png', 'data': '" + "A".repeat(46424) + "'}]}"))
                .isEqualTo("[image/png, 34 KB]");
        assertThat(of("{'content': [{'type': 'resource_link', 'uri': 'file:///x'}]}"))
                .isEqualTo("[link: file:///x]");
        assertThat(of("{'content': [{'type': 'resource', 'resource': {'uri': 'u:1', 'text': 'inside'}}]}"))
                .isEqualTo("[u:1]\ninside");
        assertThat(of("{'content': [{'type': 'hologram', 'z': 1}]}")).contains("hologram");
    }

    @Test
    void emptyResultIsEmptyText() {
        assertThat(of("{'content': []}")).isEmpty();
    }
}
