// The dual-era TypeScript client, which detects the era. Argument: the address.
import { installed } from './packages.mjs';
import { readAndEdit } from './read-and-edit.mjs';

const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');

const client = new Client({ name: 'modern-client', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const version = client.getNegotiatedProtocolVersion();
if (version !== '2026-07-28') {
  throw new Error(`negotiated ${version}`);
}
await readAndEdit((chat, name, args) => client.callTool({ name, arguments: args }));
await client.close();
