package dev.mooring.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {
    @Test
    void plainVariableMatchesOneSegment() {
        UriTemplate template = UriTemplate.parse("x://{a}/b/{c}.txt");

        assertThat(template.match("x://1/b/2.txt")).isEqualTo(Map.of("a", "1", "c", "2"));
        assertThat(template.match("x://1/b/.txt")).isNull();
        assertThat(template.match("x://1/2/b/3.txt")).isNull();
        assertThat(template.match("x://1/b/2.txt.bak")).isNull();
        assertThat(template.match("y://1/b/2.txt")).isNull();
    }

    @Test
    void plusVariableMatchesAnyText() {
        UriTemplate template = UriTemplate.parse("file:///{+path}");

        assertThat(template.match("file:///a/b%2Fc+d")).isEqualTo(Map.of("path", "a/b/c+d"));
        assertThat(template.match("file:///")).isNull();
        assertThat(template.match("file:///%zz")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x://{", "x://{a}{b}", "x://{?q}", "x://{}"})
    void unsupportedTemplateIsRejected(String template) {
        assertThatThrownBy(() -> UriTemplate.parse(template))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(template);
    }
}
