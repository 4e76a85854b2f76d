package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class PerToolSettingTest {
    @Test
    void patternMatchesEveryNameWithItsLiterals() {
        var setting = PerToolSetting.patterns(Collections.singletonMap("delete*_all", Approval.DENY));
        assertThat(setting.forTool("delete_all")).isEqualTo(Approval.DENY);
        assertThat(setting.forTool("delete_notes_all")).isEqualTo(Approval.DENY);
        assertThat(setting.forTool("delete\n_all")).isEqualTo(Approval.DENY);
        assertThat(setting.forTool("delete_notes")).isNull();
        assertThat(setting.forTool("undelete_all")).isNull();
    }
}
