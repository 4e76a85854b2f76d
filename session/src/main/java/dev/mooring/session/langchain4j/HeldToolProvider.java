package dev.mooring.session.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.run.RunScope;
import dev.mooring.session.Approval;
import dev.mooring.session.CallBatch;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.CalledOutsideRun;
import dev.mooring.session.PlannedCall;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing;
import dev.mooring.session.ToolListing.ListedTool;
import dev.mooring.session.ToolNames;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider of the tools of MCP servers for LangChain4j assistants. Each call uses the session that the current run holds.
 *
 * <p>Call the assistant inside {@code AgentRun.call(...)}: all calls in that run share its sessions, and the end of the run
 * closes them. Tools that LangChain4j executes on its own threads belong to the run in which the assistant was called.
 * Outside a run {@link #provideTools} fails, because LangChain4j would report the error of a call only to the model. If a
 * server is unreachable, the provider logs a warning and omits its tools.
 *
 * <p>If a server dies, every call of the same model turn reports the loss, and none is sent to the new server. To recognise
 * turns, the provider is {@linkplain #isDynamic dynamic}. It lists the tools once per invocation of the assistant
 * nevertheless. A tool search strategy of LangChain4j does not hide the tools of a dynamic provider.
 *
 * <p>LangChain4j does not tell the order of the calls of a turn to tools that it executes concurrently ({@code
 * executeToolsConcurrently}). So if it makes several calls of a turn to a server with {@code calls: ordered} on different
 * threads, only those on the first thread are made; the others fail with an error that says so.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@SuppressWarnings("exports") // users of this class have LangChain4j; other users of the module must not need it
public final class HeldToolProvider implements ToolProvider {
    private static final Logger LOG = LoggerFactory.getLogger(HeldToolProvider.class);

    private final Sessions sessions;
    private final List<String> servers;

    /** By the invocation ids of LangChain4j, which keeps a reference to an id as long as the invocation lasts. */
    private final Map<UUID, Provided> provided = Collections.synchronizedMap(new WeakHashMap<>());

    /** Whether the framework requests the tools before each turn. */
    private volatile boolean announcesTurns;

    private HeldToolProvider(Sessions sessions, List<String> servers) {
        this.sessions = sessions;
        this.servers = servers;
    }

    /** Returns a provider of the tools of all servers. */
    public static HeldToolProvider of(Sessions sessions) {
        return of(sessions, sessions.servers().keySet().stream().sorted().toList());
    }

    /** Returns a provider of the tools of the given servers. */
    public static HeldToolProvider of(Sessions sessions, List<String> servers) {
        return new HeldToolProvider(sessions, List.copyOf(servers));
    }

    /** Returns true, so that LangChain4j requests the tools before each turn of the model. */
    @Override
    public boolean isDynamic() {
        // A framework that does not call this method requests the tools once, so its turns cannot be distinguished.
        announcesTurns = true;
        return true;
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        UUID id = request.invocationContext().invocationId();
        if (!announcesTurns || id == null) {
            return provide(request.invocationContext()).tools();
        }
        Provided known = provided.get(id);
        Provided current = known != null ? known : provide(request.invocationContext());
        provided.put(id, current);
        current.invocation().startTurn();
        return current.tools();
    }

    private Provided provide(InvocationContext context) {
        RunScope scope = RunScope.current().orElseThrow(CalledOutsideRun::providingTools);
        Invocation invocation = new Invocation(scope, conversations(context));
        ToolNames names = new ToolNames();
        ToolProviderResult.Builder tools = ToolProviderResult.builder();
        for (String server : servers) {
            for (ListedTool tool : listTools(server)) {
                if (sessions.server(server).settings().approvalOf(tool.name()) != Approval.DENY) {
                    tools.add(
                            ToolSpecifications.of(names.nameFor(server, tool.name()), tool.definition()),
                            new HeldTool(invocation, server, tool.name()));
                }
            }
        }
        return new Provided(invocation, tools.build());
    }

    /** Returns what identifies an invocation, and the conversation in the chat memory that it may continue. */
    private static List<?> conversations(InvocationContext context) {
        // Not the id itself, which must not outlive the invocation.
        return List.of(
                String.valueOf(context.invocationId()), new Memory(context.interfaceName(), context.chatMemoryId()));
    }

    /** A chat memory. LangChain4j gives assistants without own memories one id, so assistants differ by their interfaces. */
    private record Memory(
            @Nullable String assistant, @Nullable Object id) {}

    private List<ListedTool> listTools(String server) {
        try {
            switch (sessions.toolListing(server)) {
                case ToolListing.Listed listed -> {
                    return listed.tools();
                }
                case ToolListing.Unavailable unavailable ->
                    LOG.warn("Cannot list the tools of {}: {}", server, unavailable.reason());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.of();
    }

    /** The tools of one invocation. They must not refer to its id, so that they can be discarded with the id. */
    private record Provided(Invocation invocation, ToolProviderResult tools) {}

    /** The calls of one turn of the model. */
    private static final class Turn {
        private final CallBatch batch;

        /** The thread of the first call, by server. */
        private final Map<String, Thread> threads = new ConcurrentHashMap<>();

        Turn(CallBatch batch) {
            this.batch = batch;
        }

        /**
         * Checks that an ordered call is made on the same thread as those before it, so that the order of the calls is that of
         * the model.
         */
        void requireOneThread(String server, String tool) {
            Thread current = Thread.currentThread();
            Thread first = threads.putIfAbsent(server, current);
            if (first != null && !first.equals(current)) {
                LOG.warn("The calls of {} are ordered. Do not use executeToolsConcurrently with this server.", server);
                throw new IllegalStateException(server + "/" + tool + " was not called: the calls of " + server
                        + " are ordered, but the program executes the tools of a turn concurrently, so their order is"
                        + " unknown. Call one tool of " + server + " per turn.");
            }
        }
    }

    /** One invocation of an assistant. */
    private final class Invocation {
        private final RunScope scope;
        private final List<?> conversations;

        /** The current turn; null if the turns are unknown, so that each call is on its own. */
        private volatile @Nullable Turn turn;

        Invocation(RunScope scope, List<?> conversations) {
            this.scope = scope;
            this.conversations = conversations;
        }

        void startTurn() {
            turn = new Turn(sessions.batch(conversations));
        }

        CallOutcome call(String server, String tool, ObjectNode arguments) throws InterruptedException {
            Turn current = turn;
            if (current != null && sessions.server(server).settings().ordered()) {
                current.requireOneThread(server, tool);
            }
            CallBatch batch = current == null ? sessions.batch(conversations) : current.batch;
            try (PlannedCall call = batch.plan(server, tool)) {
                return call.call(arguments, null).outcome();
            }
        }
    }

    private static final class HeldTool implements ToolExecutor {
        private final Invocation invocation;
        private final String server;
        private final String tool;

        HeldTool(Invocation invocation, String server, String tool) {
            this.invocation = invocation;
            this.server = server;
            this.tool = tool;
        }

        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            return call(request).text();
        }

        @Override
        public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
            CallOutcome outcome = call(request);
            return ToolExecutionResult.builder()
                    .isError(outcome.isError())
                    .resultText(outcome.text())
                    .build();
        }

        private CallOutcome call(ToolExecutionRequest request) {
            Callable<CallOutcome> call = () -> invocation.call(server, tool, arguments(request));
            try {
                return RunScope.current().isEmpty()
                        ? invocation.scope.wrap(call).call()
                        : call.call();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while calling " + server + "/" + tool, e);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("Unexpected checked exception", e);
            }
        }

        private ObjectNode arguments(ToolExecutionRequest request) {
            String text = request.arguments();
            try {
                return text == null || text.isBlank() ? Json.object() : (ObjectNode) Json.parse(text);
            } catch (MalformedJson | ClassCastException e) {
                throw new IllegalArgumentException("The arguments of " + request.name() + " are not a JSON object", e);
            }
        }
    }
}
