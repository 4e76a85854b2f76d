package dev.mooring.agent.provider;

import dev.mooring.agent.model.ToolDescription;
import java.util.List;

/**
 * The data of a model turn that the HTTP client needs. A scoped value passes it through LangChain4j, which calls the HTTP client.
 *
 * @param tools the tools of the request, with their original schemas
 */
record Exchange(List<ToolDescription> tools, SilenceWatch silence) {
    /** The exchange of the current thread. */
    static final ScopedValue<Exchange> CURRENT = ScopedValue.newInstance();
}
