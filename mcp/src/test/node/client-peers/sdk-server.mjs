// A server on @modelcontextprotocol/sdk, which supports the legacy era: over stdio, or over HTTP with sessions and
// responses as event streams or as JSON. Arguments: stdio | events | json.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { endWithParent, nameForm, require, serve, text } from './packages.mjs';

const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { StreamableHTTPServerTransport } = require('@modelcontextprotocol/sdk/server/streamableHttp.js');
const { ElicitResultSchema } = require('@modelcontextprotocol/sdk/types.js');
const { z } = require('zod');

function newServer() {
  const mcp = new McpServer({ name: 'sdk-peer', version: '1' });
  let count = 0;
  mcp.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text: said }) => text(said));
  mcp.registerTool('count', {}, () => text(++count));
  mcp.registerTool('pid', {}, () => text(process.pid));
  mcp.registerTool('steps', { inputSchema: { count: z.number() } }, async ({ count: steps }, extra) => {
    const { progressToken } = extra._meta;
    for (let progress = 1; progress <= steps; progress++) {
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total: steps },
      });
    }
    return text('done');
  });
  // Sent on the stream of the call.
  mcp.registerTool('ask', {}, async (extra) => {
    const params = { message: 'Who are you?', requestedSchema: nameForm };
    const answer = await extra.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema);
    return text(`Hello, ${answer.content.name}`);
  });
  // Sent on the listening stream.
  mcp.registerTool('ask-aside', {}, async () => {
    const answer = await mcp.server.elicitInput({ message: 'Who are you?', requestedSchema: nameForm });
    return text(`Hello, ${answer.content.name}`);
  });
  return mcp;
}

function serveHttp(enableJsonResponse) {
  const sessions = new Map();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await newServer().connect(transport);
    return transport;
  };
  serve(
    createServer(async (request, response) => {
      if (request.url === '/sessions') {
        response.end(String(sessions.size));
        return;
      }
      const id = request.headers['mcp-session-id'];
      const transport = id ? sessions.get(id) : await open();
      if (transport) {
        await transport.handleRequest(request, response);
      } else {
        response.writeHead(404).end();
      }
    }),
  );
  endWithParent();
}

if (process.argv[2] === 'stdio') {
  await newServer().connect(new StdioServerTransport());
} else {
  serveHttp(process.argv[2] === 'json');
}
