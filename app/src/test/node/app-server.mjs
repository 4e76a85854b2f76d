// A server over stdio with an MCP App: a page that counts. The count is the state of the process. Arguments: the file to which each start
// adds a line.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installed } from './packages.mjs';

const { McpServer } = installed('@modelcontextprotocol/server');
const { serveStdio } = installed('@modelcontextprotocol/server/stdio');
const { registerAppTool, registerAppResource, getUiCapability } = installed('@modelcontextprotocol/ext-apps/server');
const { z } = installed('zod');

const uri = 'ui://counter/page.html';
const library = readFileSync(
  path.join(process.cwd(), 'node_modules/@modelcontextprotocol/ext-apps/dist/src/app-with-deps.js'), 'utf8');

/** The page, with the library inside, because the frame may load nothing. */
const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Counter</title>
<p>Count <output id="count">none</output></p>
<p>From the tool result <output id="result">none</output></p>
<p>Own resource <output id="resource">none</output></p>
<p id="problem"></p>
<button id="more">Count</button> <button id="poll">Poll</button> <button id="prefixed">Count by the prefixed name</button>
<script type="text/plain" id="library">${library.replaceAll('</script', '<\\/script')}</script>
<script type="module">
const source = document.getElementById('library').textContent;
const { App, PostMessageTransport } = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
const app = new App({ name: 'Counter', version: '1' }, {});
const show = (id, text) => { document.getElementById(id).textContent = text; };
const textOf = (result) => result.content.map((block) => block.text).join(' ');
const call = async (name) => {
  try {
    const result = await app.callServerTool({ name, arguments: {} });
    show(result.isError ? 'problem' : 'count', textOf(result).split('\\n')[0]);
  } catch (e) {
    show('problem', String(e));
  }
};
app.ontoolresult = (result) => show('result', textOf(result).split('\\n')[0]);
document.getElementById('more').onclick = () => call('more');
document.getElementById('prefixed').onclick = () => call('apps__more');
document.getElementById('poll').onclick = async () => {
  for (let i = 0; i < 10; i++) await call('current');
  const read = await app.readServerResource({ uri: '${uri}' });
  show('resource', read.contents[0].mimeType + ', polled');
};
await app.connect(new PostMessageTransport(window.parent, window.parent));
</script>`;

appendFileSync(process.argv[2], process.pid + '\n');

serveStdio(() => {
  const server = new McpServer({ name: 'app-server', version: '1' });
  let count = 0;
  const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
  const config = (description, visibility) => ({
    description,
    inputSchema: z.object({}),
    _meta: { ui: { resourceUri: uri, visibility } },
  });
  registerAppTool(server, 'show', config('Shows the counter', ['model', 'app']), () => text(`shown at ${count}`));
  registerAppTool(server, 'more', config('Counts', ['app']), () => text(++count));
  registerAppTool(server, 'current', config('Returns the count', ['app']), () => text(count));
  registerAppResource(server, 'Counter page', uri, {}, () => ({
    contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: page }],
  }));
  server.registerTool('client', { description: 'Tells whether the client shows apps', inputSchema: z.object({}) }, () =>
    text(JSON.stringify(getUiCapability(server.server.getClientCapabilities()) ?? 'no apps')));
  return server;
});
