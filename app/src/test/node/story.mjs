// What every client does: edits what it has not read, reads, edits, and tries the same with a session that read
// something else. Prints one JSON object with what it was told.

const sessionOf = (result) => /\[session: ([^\]]+)\]$/.exec(result.content[0].text)[1];

/** @param call one call of a tool by one chat, over whatever connection that chat uses for it */
export async function tell(call) {
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
