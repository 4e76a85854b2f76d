package dev.mooring.mcp.client.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Counterparts;
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
 * Runs the client of every scenario in this program. The suite wants a command that it can start; the one it gets hands
 * its arguments over to here and waits, which spares starting a virtual machine for each of dozens of scenarios.
 */
final class ScenarioRelay implements AutoCloseable {
    /** This scenario measures how punctual the client is, so it waits until the others have left the machine to it. */
    private static final String PUNCTUAL = "sse-retry";

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

    /** What the suite is to start. */
    String command() {
        return '"' + Counterparts.node() + "\" \"" + Counterparts.script("client-peers/scenario-relay.mjs") + "\" "
                + server.getAddress().getPort();
    }

    /** The suite has said how many scenarios it runs. */
    synchronized void announce(int scenarios) {
        announced = scenarios;
        notifyAll();
    }

    /** What went wrong in which scenario, from the client's view. */
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
        if (scenario.equals(PUNCTUAL)) {
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
