// Changes documents on disk and by an edit of another client, and creates and deletes a document. Prints the notifications
// that a client receives after each change as one JSON object.
import fs from 'node:fs';
import path from 'node:path';

const NOTE = 'vault:///note.md';

/**
 * @param folder the folder that is served
 * @param open opens a connection with handlers for notifications: updated(uri), listed()
 * @param listen subscribes to one resource and to changes of the list
 */
export async function observeChanges(folder, { open, listen }) {
  let received = [];
  let wake = () => {};
  const note = (what) => {
    received.push(what);
    wake();
  };
  const listener = await open({ updated: (uri) => note(`updated ${uri}`), listed: () => note('list') });
  // A server notifies a client of list changes only after the client has listed the resources.
  await listener.listResources();
  await listen(listener, NOTE);

  /** Returns the notifications up to the expected one. The timeout of the test limits the wait. */
  async function after(expected, change) {
    received = [];
    await change();
    while (!received.includes(expected)) {
      await new Promise((resolve) => { wake = resolve; });
    }
    return received;
  }

  const save = (name, text) => {
    const draft = path.join(folder, '.draft');
    fs.writeFileSync(draft, text);
    fs.renameSync(draft, path.join(folder, name));
  };
  const edit = async () => {
    const editor = await open({ updated: () => {}, listed: () => {} });
    const read = await editor.callTool({ name: 'read', arguments: { file_path: 'note.md' } });
    const session_id = /\[session: ([^\]]+)\]$/.exec(read.content[0].text)[1];
    const args = { file_path: 'note.md', old_string: 'slow', new_string: 'brown', session_id };
    const edited = await editor.callTool({ name: 'edit', arguments: args });
    if (edited.isError) {
      throw new Error(edited.content[0].text);
    }
    await editor.close();
  };

  const notifications = {
    onDisk: await after(`updated ${NOTE}`, () => save('note.md', 'The slow fox.\n')),
    byAnEdit: await after(`updated ${NOTE}`, edit),
    appeared: await after('list', () => save('new.md', 'New.\n')),
    gone: await after('list', () => fs.rmSync(path.join(folder, 'new.md'))),
  };
  notifications.text = (await listener.readResource({ uri: NOTE })).contents[0].text;
  await listener.close();
  console.log(JSON.stringify(notifications));
}
