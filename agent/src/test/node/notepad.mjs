// A stdio server that keeps notes in its process. It implements the protocol itself, so that it needs no package.
//
// Arguments: --marker FILE   appends its process id at each start
//            --resources     has the notes as a resource too
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const marker = process.argv.indexOf('--marker');
if (marker > 0) appendFileSync(process.argv[marker + 1], process.pid + '\n');

const notes = [];
let more = false;
let lists = 0;
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const textResult = (text) => ({ content: [{ type: 'text', text }] });
const note = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };

const tools = {
  write: { description: 'Adds a note', inputSchema: note, call: ({ text }) => (notes.push(text), textResult('noted')) },
  read: { description: 'All notes', inputSchema: { type: 'object' }, call: () => textResult(notes.join(',')) },
  take: { description: 'All notes, which it removes', inputSchema: { type: 'object' }, call: () => textResult(notes.splice(0).join(',')) },
  page: {
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, size: { type: 'integer', default: 20 }, from: { type: 'string' } },
      required: ['name', 'size'],
    },
    call: ({ name, size = 20, from }) => textResult(`${name} ${size} ${from ?? 'start'}`),
  },
  forms: {
    inputSchema: { type: 'object' },
    call: () => ({
      content: [
        { type: 'text', text: 'first' },
        { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' },
        { type: 'resource_link', uri: 'note://1', name: 'one' },
        { type: 'text', text: 'last' },
      ],
      structuredContent: { count: notes.length },
    }),
  },
  empty: { inputSchema: { type: 'object' }, call: () => ({ content: [] }) },
  refuse: {
    inputSchema: { type: 'object' },
    call: () => ({ isError: true, content: [{ type: 'text', text: 'no' }, { type: 'text', text: 'never' }] }),
  },
  long: { inputSchema: { type: 'object' }, call: () => textResult('x'.repeat(60000)) },
  meta: { inputSchema: { type: 'object' }, call: (_, meta) => textResult(JSON.stringify(meta)) },
  grow: {
    inputSchema: { type: 'object' },
    call: () => {
      more = true;
      send({ method: 'notifications/tools/list_changed' });
      return textResult('grown');
    },
  },
  lists: { description: 'The number of listed pages', inputSchema: { type: 'object' }, call: () => textResult(String(lists)) },
  slow: { inputSchema: { type: 'object' }, execution: { taskSupport: 'required' }, call: () => textResult('never') },
};
const late = { inputSchema: { type: 'object' }, call: () => textResult('late') };
const offered = () => Object.entries(more ? { ...tools, late } : tools);


createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true }, ...(process.argv.includes('--resources') ? { resources: {} } : {}) };
    return send({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'notepad', version: '1' } } });
  }
  if (method === 'ping') return send({ id, result: {} });
  if (method === 'resources/read') {
    return send({ id, result: { contents: [{ uri: params.uri, mimeType: 'text/plain', text: `notes: ${notes.join(',')}` }] } });
  }
  if (method === 'tools/list') {
    // Two pages, to test pagination.
    lists++;
    const all = offered().map(([name, { call, ...rest }]) => ({ name, ...rest }));
    const page = params?.cursor ? all.slice(2) : all.slice(0, 2);
    return send({ id, result: { tools: page, ...(params?.cursor ? {} : { nextCursor: 'more' }) } });
  }
  if (method === 'tools/call') {
    const tool = Object.fromEntries(offered())[params.name];
    return tool
      ? send({ id, result: tool.call(params.arguments ?? {}, params._meta) })
      : send({ id, error: { code: -32602, message: 'unknown tool ' + params.name } });
  }
  send({ id, error: { code: -32601, message: 'unknown method ' + method } });
}).on('close', () => process.exit(0));
