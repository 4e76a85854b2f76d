// The legacy TypeScript SDK. Arguments: the address, and the use of transport sessions:
// "one" per chat, "fresh" for each call, "fresh-delete" for each call with a DELETE after it, "pooled" for all chats.
import { installed } from './packages.mjs';
import { readAndEdit } from './read-and-edit.mjs';

const { Client } = installed('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = installed('@modelcontextprotocol/sdk/client/streamableHttp.js');

const [address, sessions] = process.argv.slice(2);
const connections = new Map();

async function connect() {
  const transport = new StreamableHTTPClientTransport(new URL(address));
  const client = new Client({ name: 'sdk-client', version: '1' });
  await client.connect(transport);
  return { client, transport };
}

async function connectionOf(chat) {
  const key = sessions === 'pooled' ? 'all' : chat;
  if (sessions.startsWith('fresh')) {
    return connect();
  }
  if (!connections.has(key)) {
    connections.set(key, await connect());
  }
  return connections.get(key);
}

await readAndEdit(async (chat, name, args) => {
  const { client, transport } = await connectionOf(chat);
  const result = await client.callTool({ name, arguments: args });
  if (sessions === 'fresh-delete') {
    await transport.terminateSession();
  }
  if (sessions.startsWith('fresh')) {
    await client.close();
  }
  return result;
});
for (const { client } of connections.values()) {
  await client.close();
}
