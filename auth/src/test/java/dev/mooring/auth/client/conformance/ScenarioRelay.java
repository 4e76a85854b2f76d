package dev.mooring.auth.client.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.auth.Counterparts;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/**
 * Runs the clients of all scenarios in this process. The suite requires a command to start; this command forwards its
 * arguments to this class and waits, which avoids a JVM start for each of dozens of scenarios.
 */
final class ScenarioRelay implements AutoCloseable {
    /** This scenario measures the timing of the client, so it runs after all others. */
    private static final String TIMING_SCENARIO = "sse-retry";

    private final HttpServer server;
    private final Map<String, String> faults = new ConcurrentHashMap<>();
    private int announced = Integer.MAX_VALUE;
    private int ended;

    ScenarioRelay() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    /** Returns the command for the suite. */
    String command() {
        return '"' + Counterparts.node() + "\" \"" + Counterparts.script("scenario-relay.mjs") + "\" "
                + server.getAddress().getPort();
    }

    /** Sets how many scenarios the suite runs. */
    synchronized void announce(int scenarios) {
        announced = scenarios;
        notifyAll();
    }

    /** Returns the errors of the clients, by scenario. */
    Map<String, String> faults() {
        return faults;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode order = Json.parse(exchange.getRequestBody().readAllBytes());
            String scenario = order.path("scenario").stringValue();
            String fault = run(scenario, order);
            byte[] body = fault.getBytes(UTF_8);
            exchange.sendResponseHeaders(fault.isEmpty() ? 200 : 500, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private String run(String scenario, JsonNode order) throws InterruptedException {
        if (scenario.equals(TIMING_SCENARIO)) {
            awaitOthers();
        }
        try {
            ConformanceClient.run(URI.create(order.path("address").stringValue()), scenario, order.get("context"));
            return "";
        } catch (Exception e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            faults.put(scenario, trace.toString());
            return trace.toString();
        } finally {
            countEnded();
        }
    }

    private synchronized void countEnded() {
        ended++;
        notifyAll();
    }

    private synchronized void awaitOthers() throws InterruptedException {
        while (ended < announced - 1) {
            wait();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
