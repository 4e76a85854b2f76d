// Edits a document before reading it, reads and edits it, and tries to edit it with a session that has read another
// document. Prints the results as one JSON object.

const sessionOf = (result) => /\[session: ([^\]]+)\]$/.exec(result.content[0].text)[1];

/** @param call calls a tool for a chat */
export async function readAndEdit(call) {
  const edit = (chat, session) =>
    call(chat, 'edit', { file_path: 'note.md', old_string: 'quick', new_string: 'slow', session_id: session });

  const unread = await edit('first', 'never-minted');
  const other = await call('second', 'read', { file_path: 'other.md' });
  const read = await call('first', 'read', { file_path: 'note.md' });
  const elsewhere = await edit('second', sessionOf(other));
  const edited = await edit('first', sessionOf(read));
  console.log(JSON.stringify({
    unread: { isError: unread.isError === true, text: unread.content[0].text },
    elsewhere: { isError: elsewhere.isError === true, text: elsewhere.content[0].text },
    sameSession: sessionOf(read) === sessionOf(other),
    metaAgrees: read._meta?.['dev.mooring/session_id'] === sessionOf(read),
    edited: { isError: edited.isError === true, text: edited.content[0].text },
  }));
}
