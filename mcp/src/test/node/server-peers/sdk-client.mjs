// The legacy TypeScript SDK as a client.
import { require as installed } from '../client-peers/packages.mjs';
import { tell } from './story.mjs';

const { Client } = installed('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = installed('@modelcontextprotocol/sdk/client/streamableHttp.js');
const { StdioClientTransport } = installed('@modelcontextprotocol/sdk/client/stdio.js');
const types = installed('@modelcontextprotocol/sdk/types.js');

const [kind, target, ...rest] = process.argv.slice(2);
const transport = kind === 'http'
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args: rest });

await tell({
  connect: async ({ onToolsChanged, onElicit }) => {
    const client = new Client({ name: 'sdk-client', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(types.ElicitRequestSchema, onElicit);
    client.setNotificationHandler(types.ToolListChangedNotificationSchema, onToolsChanged);
    await client.connect(transport);
    return client;
  },
  call: (client, name, args, options) =>
    client.callTool({ name, arguments: args }, types.CallToolResultSchema, options),
  listen: async () => {},
  version: async () => transport.protocolVersion ?? 'initialized',
});
