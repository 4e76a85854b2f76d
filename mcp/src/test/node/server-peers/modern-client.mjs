// The dual-era TypeScript client, which finds out the era by itself.
import { require as installed } from '../client-peers/packages.mjs';
import { tell } from './story.mjs';

const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');
const { StdioClientTransport } = installed('@modelcontextprotocol/client/stdio');

const [kind, target, ...rest] = process.argv.slice(2);
const transport = kind === 'http'
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args: rest });

await tell({
  connect: async ({ onToolsChanged, onElicit }) => {
    const client = new Client(
      { name: 'modern-client', version: '1' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
    );
    client.setRequestHandler('elicitation/create', onElicit);
    client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
    await client.connect(transport);
    return client;
  },
  call: (client, name, args, options) => client.callTool({ name, arguments: args }, options),
  listen: (client) => client.listen({ toolsListChanged: true }),
  version: async (client) => client.getNegotiatedProtocolVersion?.() ?? 'unknown',
});
