// The dual-era TypeScript client, which listens in the modern era. Arguments: the address and the folder.
import { observeChanges } from './changes.mjs';
import { installed } from './packages.mjs';

const { Client, StreamableHTTPClientTransport } = installed('@modelcontextprotocol/client');

const [address, folder] = process.argv.slice(2);

await observeChanges(folder, {
  open: async ({ updated, listed }) => {
    const client = new Client({ name: 'modern-listener', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    client.setNotificationHandler('notifications/resources/updated', (notification) => updated(notification.params.uri));
    client.setNotificationHandler('notifications/resources/list_changed', () => listed());
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    const version = client.getNegotiatedProtocolVersion();
    if (version !== '2026-07-28') {
      throw new Error(`negotiated ${version}`);
    }
    return client;
  },
  listen: (client, uri) => client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] }),
});
