package dev.mooring.app.probe;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.session.ToolListing;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of opening a server once. All texts are redacted. */
public sealed interface ProbedServer {
    /** Returns the name of the server. */
    String server();

    /**
     * The server opened and listed its tools.
     *
     * @param self the name and version that the server reports
     * @param opened how long it took to open
     * @param signedIn who is signed in to the server, where and until when; null if nobody is
     */
    record Succeeded(
            String server,
            ProtocolVersion version,
            Implementation self,
            ToolListing.Listed listing,
            Duration opened,
            @Nullable String signedIn)
            implements ProbedServer {
        /** Returns the protocol era. */
        public Era era() {
            return version.era();
        }

        /** Returns the tools that agents can call. */
        public List<ToolListing.ListedTool> tools() {
            return listing.tools();
        }

        /** Returns the names of tools that can only be called as tasks, which agents do not support. */
        public List<String> skipped() {
            return listing.skipped();
        }
    }

    /**
     * The server did not open, or did not list its tools.
     *
     * @param advice what to do about it; null if there is no advice
     */
    record Failed(String server, String reason, @Nullable String advice) implements ProbedServer {}
}
