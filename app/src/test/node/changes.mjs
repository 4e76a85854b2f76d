// What every client hears of documents that change: by another program on disk, by an edit of another client, and of
// documents that come and go. Prints one JSON object with what was heard of each.
import fs from 'node:fs';
import path from 'node:path';

const NOTE = 'vault:///note.md';

/**
 * @param folder the folder that is served
 * @param open a connection that tells of its notifications: updated(uri), listed()
 * @param listen subscribes to one resource and to changes of the list
 */
export async function hear(folder, { open, listen }) {
  let heard = [];
  let wake = () => {};
  const note = (what) => {
    heard.push(what);
    wake();
  };
  const listener = await open({ updated: (uri) => note(`updated ${uri}`), listed: () => note('list') });
  // Whoever has listed the resources is told of what happens afterwards.
  await listener.listResources();
  await listen(listener, NOTE);

  /** Everything that is heard until something expected has come; the test's own time limit ends it otherwise. */
  async function after(expected, change) {
    heard = [];
    await change();
    while (!heard.includes(expected)) {
      await new Promise((resolve) => { wake = resolve; });
    }
    return heard;
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

  const told = {
    onDisk: await after(`updated ${NOTE}`, () => save('note.md', 'The slow fox.\n')),
    byAnEdit: await after(`updated ${NOTE}`, edit),
    appeared: await after('list', () => save('new.md', 'New.\n')),
    gone: await after('list', () => fs.rmSync(path.join(folder, 'new.md'))),
  };
  told.text = (await listener.readResource({ uri: NOTE })).contents[0].text;
  await listener.close();
  console.log(JSON.stringify(told));
}
