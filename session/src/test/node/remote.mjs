// A legacy Streamable HTTP server with sessions that refuses, stalls, forgets sessions or exits on command.
// Prints its port. Commands are posted to /control: {"refuse": 401, "body": {…}} {"stall": true} {"release": true} {"forget": true, "with": 404}
// {"die": true} {}. GET /sessions returns the open sessions, how many were opened, and the number of requests to open one.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';

let mode = {};
let opened = 0;
let initializes = 0;
const sessions = new Map();
const stalled = [];

const body = async (request) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
};
const reply = (response, status, json, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(json === undefined ? undefined : JSON.stringify(json));
};
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });

const tools = {
  count: (session) => text(++session.count),
  echo: (session, { message }) => text(message),
  headers: (session, _, request) => text(JSON.stringify(request.headers)),
  die: () => process.exit(1),
  stall: () => new Promise(() => {}),
};

const server = createServer(async (request, response) => {
  const message = await body(request);
  if (request.url === '/control') {
    mode = message;
    if (mode.forget) sessions.clear();
    if (mode.die) process.exit(1);
    if (mode.release) stalled.splice(0).forEach((resume) => resume());
    return reply(response, 200, {});
  }
  if (request.url === '/sessions') return reply(response, 200, { open: [...sessions.keys()], opened, initializes });
  if (message.method === 'initialize') initializes++;
  if (mode.refuse) return reply(response, mode.refuse, mode.body);
  if (mode.stall) await new Promise((resolve) => stalled.push(resolve));
  const id = request.headers['mcp-session-id'];
  if (request.method === 'DELETE') {
    sessions.delete(id);
    return reply(response, 200, undefined);
  }
  if (request.method === 'GET') return reply(response, 405, undefined);
  if (message.method === 'server/discover') {
    return reply(response, 400, { jsonrpc: '2.0', id: message.id, error: { code: -32000, message: 'no session' } });
  }
  if (message.method === 'initialize') {
    const session = randomUUID();
    sessions.set(session, { count: 0 });
    opened++;
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'remote', version: '1' } };
    return reply(response, 200, { jsonrpc: '2.0', id: message.id, result }, { 'mcp-session-id': session });
  }
  const session = sessions.get(id);
  if (session === undefined) return reply(response, mode.with ?? 404, { jsonrpc: '2.0', id: message.id, error: { code: -32000, message: 'who?' } });
  if (message.id === undefined) return reply(response, 202, undefined);
  if (message.method === 'ping') return reply(response, 200, { jsonrpc: '2.0', id: message.id, result: {} });
  if (message.method === 'tools/list') {
    const list = Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } }));
    return reply(response, 200, { jsonrpc: '2.0', id: message.id, result: { tools: list } });
  }
  const result = await tools[message.params.name](session, message.params.arguments ?? {}, request);
  return reply(response, 200, { jsonrpc: '2.0', id: message.id, result });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
