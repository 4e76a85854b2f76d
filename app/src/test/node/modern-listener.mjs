// The dual-era TypeScript client, which listens in the modern era. Arguments: the address and the folder.
import { hear } from './changes.mjs';
import { installed } from './packages.mjs';

const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');

const [address, folder] = process.argv.slice(2);

await hear(folder, {
  open: async ({ updated, listed }) => {
    const client = new Client({ name: 'modern-listener', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    client.setNotificationHandler('notifications/resources/updated', (it) => updated(it.params.uri));
    client.setNotificationHandler('notifications/resources/list_changed', () => listed());
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    const version = client.getNegotiatedProtocolVersion();
    if (version !== '2026-07-28') {
      throw new Error(`spoke ${version}`);
    }
    return client;
  },
  listen: (client, uri) => client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] }),
});
