package dev.mooring.bench.contender;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;

/** The stateless servlet of the MCP Java SDK with one tool, run on the request thread, its fastest mode. */
public final class SdkServer implements BenchServer {
    private final PlainJetty jetty;

    public SdkServer(List<String> arguments) throws Exception {
        HttpServletStatelessServerTransport transport = HttpServletStatelessServerTransport.builder()
                .messageEndpoint("/mcp")
                .build();
        McpServer.sync(transport)
                .serverInfo("bench", "1")
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .immediateExecution(true)
                .toolCall(
                        McpSchema.Tool.builder(Echo.TOOL, McpJsonDefaults.getMapper(), Echo.SCHEMA)
                                .build(),
                        (context, call) -> McpSchema.CallToolResult.builder()
                                .addTextContent(Echo.said(
                                        String.valueOf(call.arguments().get("message"))))
                                .build())
                .build();
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(transport);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        jetty = new PlainJetty(context);
    }

    @Override
    public URI address() {
        return jetty.uri("/mcp");
    }

    @Override
    public void close() throws IOException {
        jetty.close();
    }
}
