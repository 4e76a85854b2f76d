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

/** The threads of the client that are alive, virtual ones too, which only a dump shows. */
final class LiveThreads {
    /** The one thread for all deadlines stays for as long as the program. */
    private static final Pattern OURS = Pattern.compile("(?m)^#(\\d+) \"(mcp-(?!deadlines)[^\"]*)\"");

    private LiveThreads() {}

    static Set<String> ofTheClient(Path folder) throws IOException {
        Path dump = Files.createTempFile(folder, "threads", ".txt");
        Files.delete(dump);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        Set<String> threads = new TreeSet<>();
        Matcher matcher = OURS.matcher(Files.readString(dump));
        while (matcher.find()) {
            threads.add(matcher.group(1) + " " + matcher.group(2));
        }
        Files.delete(dump);
        return threads;
    }
}
