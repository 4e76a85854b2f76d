// The dual-era TypeScript client, which finds out the era by itself. Argument: the address.
import { installed } from './packages.mjs';
import { tell } from './story.mjs';

const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');

const client = new Client({ name: 'modern-client', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const version = client.getNegotiatedProtocolVersion();
if (version !== '2026-07-28') {
  throw new Error(`spoke ${version}`);
}
await tell((chat, name, args) => client.callTool({ name, arguments: args }));
await client.close();
