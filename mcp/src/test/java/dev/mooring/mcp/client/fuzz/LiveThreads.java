package dev.mooring.mcp.client.fuzz;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists the live threads of the client, including virtual threads, which only a thread dump shows. */
final class LiveThreads {
    /** Excludes the deadline timer, which lives as long as the process. */
    private static final Pattern CLIENT_THREAD = Pattern.compile("(?m)^#(\\d+) \"(mcp-(?!deadlines)[^\"]*)\"");

    private LiveThreads() {}

    static Set<String> ofTheClient(Path folder) throws IOException {
        Path dump = Files.createTempFile(folder, "threads", ".txt");
        Files.delete(dump);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        Set<String> threads = new TreeSet<>();
        Matcher matcher = CLIENT_THREAD.matcher(Files.readString(dump));
        while (matcher.find()) {
            threads.add(matcher.group(1) + " " + matcher.group(2));
        }
        Files.delete(dump);
        return threads;
    }
}
