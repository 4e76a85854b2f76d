// The legacy TypeScript SDK. Arguments: the address, and how sessions of the transport are used:
// "one" per chat, "fresh" for each call, "fresh-delete" for each call and deleted after it, "pooled" by all chats.
import { installed } from './packages.mjs';
import { tell } from './story.mjs';

const { Client } = installed('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = installed('@modelcontextprotocol/sdk/client/streamableHttp.js');

const [address, manner] = process.argv.slice(2);
const kept = new Map();

async function connect() {
  const transport = new StreamableHTTPClientTransport(new URL(address));
  const client = new Client({ name: 'sdk-client', version: '1' });
  await client.connect(transport);
  return { client, transport };
}

async function connectionOf(chat) {
  const key = manner === 'pooled' ? 'all' : chat;
  if (manner.startsWith('fresh')) {
    return connect();
  }
  if (!kept.has(key)) {
    kept.set(key, await connect());
  }
  return kept.get(key);
}

await tell(async (chat, name, args) => {
  const { client, transport } = await connectionOf(chat);
  const result = await client.callTool({ name, arguments: args });
  if (manner === 'fresh-delete') {
    await transport.terminateSession();
  }
  if (manner.startsWith('fresh')) {
    await client.close();
  }
  return result;
});
for (const { client } of kept.values()) {
  await client.close();
}
