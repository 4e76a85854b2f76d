package dev.mooring.app.record;

import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the list of saved runs at {@code /}, and each run as a timeline at {@code /runs/ID}. The scripts of both pages ask
 * for changes at {@code …/data}, with the version that they show; the answer is empty if nothing has changed.
 */
public final class RunPages implements PageGuard.Pages {
    private static final String RUNS = "/runs/";
    private static final String DATA = "/data";

    private final RunFolder folder;

    /** Creates the pages of the runs in a folder. */
    public RunPages(RunFolder folder) {
        this.folder = folder;
    }

    /** Returns the path of a run's page. */
    public static String path(SavedRun run) {
        return RUNS + run.id();
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request, PageUser user) throws IOException {
        String path = request.path();
        if (!request.method().equals("GET")) {
            return null;
        }
        boolean isData = path.endsWith(DATA);
        String page = isData ? path.substring(0, path.length() - DATA.length()) : path;
        if (page.equals("/") || path.equals("/runs" + DATA)) {
            return answer(request, isData, list(), TimelinePage::servedList);
        }
        if (!page.startsWith(RUNS)) {
            return null;
        }
        Optional<ObjectNode> run = run(page.substring(RUNS.length()));
        return run.isEmpty()
                ? PageResponse.problem(404, "No saved run has this id. See the list of runs at /.")
                : answer(request, isData, run.get(), TimelinePage::served);
    }

    /** Turns data into a page. */
    @FunctionalInterface
    private interface Template {
        String html(ObjectNode data);
    }

    private static WebResponse answer(WebRequest request, boolean isData, ObjectNode data, Template page) {
        if (!isData) {
            return PageResponse.html(200, new Html().raw(page.html(data)));
        }
        return data.path("version").asString("").equals(request.parameter("version"))
                ? WebResponse.of(204)
                : WebResponse.json(200, data);
    }

    private ObjectNode list() throws IOException {
        List<RecordSummary> summaries = new ArrayList<>();
        for (SavedRun run : folder.runs()) {
            try {
                summaries.add(run.summary());
            } catch (NoSuchFileException e) {
                // Another process has just removed it to make room for a new run.
            }
        }
        JsonNode runs = new RunsTable(summaries).json();
        return Json.object()
                .put("version", Integer.toHexString(runs.hashCode()))
                .set("runs", runs);
    }

    private Optional<ObjectNode> run(String id) throws IOException {
        for (SavedRun saved : folder.runs()) {
            if (saved.id().equals(id)) {
                // The size is taken before the read, so that a line written meanwhile is a change for the next request.
                long size = Files.size(saved.file());
                ObjectNode run = RunJson.of(RunReader.read(saved));
                return Optional.of(
                        run.put("version", size + "-" + run.path("outcome").asString("")));
            }
        }
        return Optional.empty();
    }
}
