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

/** Sessions that are closed at the end of each test, and servers that write down when they start. */
@Tag("counterpart")
@Timeout(60)
abstract class HoldingSessions {
    static final ClientOptions HASTY =
            ClientOptions.builder().closeGrace(Duration.ofMillis(300)).build();

    @TempDir
    Path folder;

    private final List<Sessions> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(Sessions::close);
    }

    Sessions holding(ToolServer... servers) {
        return keep(Sessions.builder(List.of(servers)).options(HASTY));
    }

    Sessions keep(Sessions.Builder builder) {
        Sessions sessions = builder.build();
        opened.add(sessions);
        return sessions;
    }

    /** A server that writes down each of its starts. */
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
