// The legacy TypeScript SDK, with a resource subscription. Arguments: the address and the folder.
import { observeChanges } from './changes.mjs';
import { installed } from './packages.mjs';

const { Client } = installed('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = installed('@modelcontextprotocol/sdk/client/streamableHttp.js');
const types = installed('@modelcontextprotocol/sdk/types.js');

const [address, folder] = process.argv.slice(2);

await observeChanges(folder, {
  open: async ({ updated, listed }) => {
    const client = new Client({ name: 'sdk-listener', version: '1' });
    client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, (notification) => updated(notification.params.uri));
    client.setNotificationHandler(types.ResourceListChangedNotificationSchema, () => listed());
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    return client;
  },
  listen: (client, uri) => client.subscribeResource({ uri }),
});
