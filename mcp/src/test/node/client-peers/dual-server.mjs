// A server on @modelcontextprotocol/server, which supports both eras. Arguments: stdio | http.
import { createServer } from 'node:http';
import { endWithParent, nameForm, require, serve, text } from './packages.mjs';

const { McpServer, createMcpHandler, inputRequired, acceptedContent } = require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');
const { toNodeHandler } = require('@modelcontextprotocol/node');
const { z } = require('zod');

function newServer() {
  const mcp = new McpServer({ name: 'dual-peer', version: '1' });
  let count = 0;
  const said = z.object({ text: z.string() });
  const steps = z.object({ count: z.number() });
  const named = z.object({ name: z.string() });
  mcp.registerTool('echo', { inputSchema: said }, ({ text: words }) => text(words));
  mcp.registerTool('count', {}, () => text(++count));
  mcp.registerTool('pid', {}, () => text(process.pid));
  mcp.registerTool('steps', { inputSchema: steps }, async ({ count: total }, context) => {
    const { progressToken } = context.mcpReq._meta;
    for (let progress = 1; progress <= total; progress++) {
      await context.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total },
      });
    }
    return text('done');
  });
  mcp.registerTool('ask', {}, async (context) => {
    const answer = await acceptedContent(context.mcpReq.inputResponses, 'who', named);
    if (answer) {
      return text(`Hello, ${answer.name}`);
    }
    const who = inputRequired.elicit({ message: 'Who are you?', requestedSchema: nameForm });
    return inputRequired({ inputRequests: { who } });
  });
  return mcp;
}

if (process.argv[2] === 'stdio') {
  serveStdio(newServer);
} else {
  serve(createServer(toNodeHandler(createMcpHandler(newServer))));
  endWithParent();
}
