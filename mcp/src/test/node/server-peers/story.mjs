// What every client does with the server under test. Prints one JSON object with what it has seen.
// Arguments: "http" and an address, or "stdio" and a command with its arguments.

/** Something that settles once it is told to. */
function signal() {
  let tell;
  const told = new Promise((resolve) => { tell = resolve; });
  return { tell, told };
}

export async function tell({ connect, call, listen, version }) {
  const changed = signal();
  const seen = { progress: [] };
  const client = await connect({
    onToolsChanged: () => changed.tell(),
    onElicit: async (request) => ({ action: 'accept', content: { response: `said to: ${request.params.message}` } }),
  });
  seen.version = await version(client);
  seen.server = client.getServerVersion()?.name;
  seen.tools = (await client.listTools()).tools.length;
  seen.text = (await call(client, 'test_simple_text', {})).content[0].text;
  seen.wrongArguments = (await call(client, 'test_sampling', { prompt: 7 })).isError;
  await call(client, 'test_tool_with_progress', {}, { onprogress: (progress) => seen.progress.push(progress.progress) });
  seen.elicited = (await call(client, 'test_elicitation', { message: 'hello' })).content[0].text;
  seen.resource = (await client.readResource({ uri: 'test://template/7/data' })).contents[0].text;
  seen.prompt = (await client.getPrompt({ name: 'test_simple_prompt' })).messages.length;
  try {
    await call(client, 'no_such_tool', {});
  } catch (error) {
    seen.unknownTool = error.code;
  }
  await listen(client);
  await call(client, 'test_trigger_tool_change', {});
  await changed.told;
  seen.changed = true;

  const abort = new AbortController();
  const waiting = call(client, 'test_wait_until_cancelled', {}, { signal: abort.signal }).catch(() => 'aborted');
  await call(client, 'test_await_waiting', {});
  abort.abort();
  seen.cancelled = await waiting;
  seen.interrupted = (await call(client, 'test_await_interrupted', {})).content[0].text;
  seen.together = new Set(
    (await Promise.all(Array.from({ length: 50 }, () => call(client, 'test_simple_text', {})))).map((r) => r.content[0].text),
  ).size;
  await client.close();
  console.log(JSON.stringify(seen));
}
