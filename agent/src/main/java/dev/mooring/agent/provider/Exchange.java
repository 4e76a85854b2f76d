package dev.mooring.agent.provider;

import dev.mooring.agent.model.ToolDescription;
import java.util.List;

/**
 * What the HTTP client needs to know about the turn that it sends a request for. LangChain4j lies between the two, so that a scoped
 * value carries it.
 *
 * @param tools the tools of the request, with their original schemas
 */
record Exchange(List<ToolDescription> tools, SilenceWatch silence) {
    /** The exchange of the current thread. */
    static final ScopedValue<Exchange> CURRENT = ScopedValue.newInstance();
}
