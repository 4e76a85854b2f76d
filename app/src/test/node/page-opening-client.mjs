// A TypeScript SDK that opens pages for its user. Arguments: the address, the package ("sdk" for 1.x, "client" for 2.x), the
// token, and the tools to call. Prints lines of JSON: {"open": URL} for each page, {"tools": [...]} after each call, and
// {"result": ...} or {"error": ...} for each call.
import { installed } from './packages.mjs';

const [address, library, token, ...tools] = process.argv.slice(2);
const isOld = library === 'sdk';
const { Client } = isOld ? installed('@modelcontextprotocol/sdk/client/index.js') : installed('@modelcontextprotocol/client');
const { StreamableHTTPClientTransport } = isOld
  ? installed('@modelcontextprotocol/sdk/client/streamableHttp.js')
  : installed('@modelcontextprotocol/client');
const print = (line) => process.stdout.write(JSON.stringify(line) + '\n');

const client = new Client(
  { name: 'page-opening-client', version: '1' },
  { capabilities: { elicitation: { url: {} } }, ...(isOld ? {} : { versionNegotiation: { mode: 'auto' } }) },
);
const onElicit = async (request) => {
  print({ open: request.params.url });
  return { action: 'accept' };
};
client.setRequestHandler(
  isOld ? installed('@modelcontextprotocol/sdk/types.js').ElicitRequestSchema : 'elicitation/create',
  onElicit,
);
await client.connect(
  new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
);
for (const name of tools) {
  try {
    print({ result: await client.callTool({ name, arguments: {} }) });
  } catch (error) {
    print({ error: String(error) });
  }
  print({ tools: (await client.listTools()).tools.map((tool) => tool.name) });
}
await client.close();
