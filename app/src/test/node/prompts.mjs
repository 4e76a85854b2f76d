// Lists, completes and gets the prompts of a document server. Arguments: the address, and the era: "legacy" or "modern".
import { installed } from './packages.mjs';

const [address, era] = process.argv.slice(2);

async function connect() {
  if (era === 'modern') {
    const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');
    const client = new Client({ name: 'prompts', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    return client;
  }
  const { Client } = installed('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = installed('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client({ name: 'prompts', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  return client;
}

const client = await connect();
const { prompts } = await client.listPrompts();
const { completion } = await client.complete({
  ref: { type: 'ref/prompt', name: 'proofread' },
  argument: { name: 'file_path', value: 'no' },
});
const { messages } = await client.getPrompt({ name: 'proofread', arguments: { file_path: completion.values[0] } });
let failure = '';
try {
  await client.getPrompt({ name: 'proofread', arguments: { file_path: 'missing.md' } });
} catch (e) {
  failure = e.message;
}
await client.close();
console.log(
  JSON.stringify({
    names: prompts.map((prompt) => prompt.name),
    values: completion.values,
    role: messages[0].role,
    text: messages[0].content.text,
    failure,
  }),
);
