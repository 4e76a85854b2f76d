package dev.mooring.app.probe;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.session.ToolListing;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of opening a server once. All texts are without secrets. */
public sealed interface ProbeResult {
    String server();

    /**
     * It answers.
     *
     * @param self what the server says of itself
     * @param opened how long the opening took
     */
    record Works(
            String server, ProtocolVersion version, Implementation self, ToolListing.Listed listing, Duration opened)
            implements ProbeResult {
        public Era era() {
            return version.era();
        }

        public List<ToolListing.ListedTool> tools() {
            return listing.tools();
        }

        /** Names of tools that can only be called as tasks, which agents do not do. */
        public List<String> leftOut() {
            return listing.skipped();
        }
    }

    /**
     * It does not.
     *
     * @param remedy what to do about it; null where nobody can say
     */
    record Fails(String server, String reason, @Nullable String remedy) implements ProbeResult {}
}
