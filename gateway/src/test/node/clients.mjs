// Real clients against a gateway. Arguments: the address of the gateway without a path, and optionally the only client to run.
// Each client makes two calls on one client object, at the address of one server and at that of all servers. Prints one line of
// JSON for each: {"client", "path", "texts"}, or "error" instead of "texts".
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const installed = createRequire(path.join(process.cwd(), 'package.json'));
const base = process.argv[2];

const textOf = (content) => content.find((block) => block.type === 'text').text;

/** Calls a tool twice, and returns the texts. */
async function twice(call) {
  return [await call(), await call()];
}

function remoteProxy(address) {
  const { StdioClientTransport } = installed('@modelcontextprotocol/sdk/client/stdio.js');
  return new StdioClientTransport({
    command: process.execPath,
    args: [installed.resolve('mcp-remote/dist/proxy.js'), address, '--allow-http', '--transport', 'http-only'],
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: mkdtempSync(path.join(tmpdir(), 'mcp-remote-')) },
    stderr: 'ignore',
  });
}

async function withSdk1(transport, use) {
  const { Client } = installed('@modelcontextprotocol/sdk/client/index.js');
  const client = new Client({ name: 'sdk-1', version: '1' });
  await client.connect(transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function http1(address) {
  const { StreamableHTTPClientTransport } = installed('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return new StreamableHTTPClientTransport(new URL(address));
}

async function withSdk2(address, mode, use) {
  const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');
  const client = new Client({ name: 'sdk-2', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const call = (client, name, args = {}) => client.callTool({ name, arguments: args });

const clients = {
  '@ai-sdk/mcp': async (address, tool) => {
    const { createMCPClient } = installed('@ai-sdk/mcp');
    const client = await createMCPClient({ transport: { type: 'http', url: address } });
    try {
      const tools = await client.tools();
      return await twice(async () => textOf((await tools[tool].execute({}, { toolCallId: '1', messages: [] })).content));
    } finally {
      await client.close();
    }
  },
  '@openai/agents': async (address, tool) => {
    const { MCPServerStreamableHttp } = installed('@openai/agents');
    const server = new MCPServerStreamableHttp({ url: address, name: 'gateway' });
    await server.connect();
    try {
      return await twice(async () => textOf(await server.callTool(tool, {})));
    } finally {
      await server.close();
    }
  },
  '@mastra/mcp': async (address, tool) => {
    const { MCPClient } = installed('@mastra/mcp');
    const client = new MCPClient({ id: address, servers: { up: { url: new URL(address) } } });
    try {
      const tools = await client.listTools();
      return await twice(async () => textOf((await tools[`up_${tool}`].execute({}, {})).content));
    } finally {
      await client.disconnect();
    }
  },
  '@langchain/mcp-adapters': async (address, tool) => {
    const { MultiServerMCPClient } = installed('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { up: { transport: 'http', url: address } } });
    try {
      const found = (await client.getTools()).find((each) => each.name === tool);
      return await twice(async () => {
        const result = await found.invoke({});
        return result.text ?? result;
      });
    } finally {
      await client.close();
    }
  },
  'TypeScript SDK 1': (address, tool) =>
    withSdk1(http1(address), (client) => twice(async () => textOf((await call(client, tool)).content))),
  'TypeScript SDK 2, both eras': (address, tool) =>
    withSdk2(address, 'auto', (client) => twice(async () => textOf((await call(client, tool)).content))),
  'TypeScript SDK 2, legacy': (address, tool) =>
    withSdk2(address, 'legacy', (client) => twice(async () => textOf((await call(client, tool)).content))),
  'mcp-remote': (address, tool) =>
    withSdk1(remoteProxy(address), (client) => twice(async () => textOf((await call(client, tool)).content))),
  // A connection for each call, with a DELETE at its end; the model passes the argument.
  'DELETE after each call': async (address, tool) => {
    let session;
    return twice(async () => {
      const transport = http1(address);
      return withSdk1(transport, async (client) => {
        const result = await call(client, tool, session ? { session_id: session } : {});
        session = result._meta['dev.mooring/session_id'];
        await transport.terminateSession();
        return textOf(result.content);
      });
    });
  },
  // Only the modern era: asks for discovery at the address for it, and passes the argument.
  'modern only': (address, tool) =>
    withSdk2(address.replace(/\/mcp$/, '/modern/mcp'), { pin: '2026-07-28' }, async (client) => {
      let session;
      return twice(async () => {
        const result = await call(client, tool, session ? { session_id: session } : {});
        session = result._meta['dev.mooring/session_id'];
        return textOf(result.content);
      });
    }),
};

async function run(client, address, tool) {
  const line = { client, path: new URL(address).pathname };
  try {
    line.texts = await clients[client](address, tool);
  } catch (e) {
    line.error = String(e?.stack ?? e);
  }
  console.log(JSON.stringify(line));
}

const only = process.argv[3];
for (const client of Object.keys(clients).filter((name) => !only || name === only)) {
  await Promise.all([run(client, `${base}/counter/mcp`, 'count'), run(client, `${base}/mcp`, 'counter__count')]);
}
process.exit(0);
