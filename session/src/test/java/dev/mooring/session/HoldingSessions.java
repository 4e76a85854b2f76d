package dev.mooring.session;

import static dev.mooring.session.Fixtures.local;

import dev.mooring.mcp.client.ClientOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests with held sessions: closes them after each test, and provides servers that record their starts. */
@Tag("counterpart")
@Timeout(60)
abstract class HoldingSessions {
    static final ClientOptions SHORT_GRACE =
            ClientOptions.builder().closeGrace(Duration.ofMillis(300)).build();

    @TempDir
    Path folder;

    private final List<Sessions> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(Sessions::close);
    }

    Sessions holding(ToolServer... servers) {
        return keep(Sessions.builder(List.of(servers)).options(SHORT_GRACE));
    }

    Sessions keep(Sessions.Builder builder) {
        Sessions sessions = builder.build();
        opened.add(sessions);
        return sessions;
    }

    /** Returns a server that records the process id of each of its starts. */
    ToolServer counted(String name, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        Collections.addAll(all, "--marker", starts(name).toString());
        return local(name, all.toArray(String[]::new));
    }

    Path starts(String name) {
        return folder.resolve(name + ".starts");
    }

    Set<Long> startedProcesses(String name) throws Exception {
        Set<Long> pids = new HashSet<>();
        if (Files.exists(starts(name))) {
            Files.readAllLines(starts(name)).forEach(line -> pids.add(Long.valueOf(line)));
        }
        return pids;
    }

    static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
