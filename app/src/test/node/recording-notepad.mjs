// A stdio server whose notes live in its process. The tests start it a hundred times; a Java program would start slowly.
//
// Argument: FOLDER   optional. The server appends each call to FOLDER/calls before it replies, and never replies to the call that
//                    FOLDER/held names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [folder] = process.argv.slice(2);
const notes = [];

const tools = {
  add: {
    description: 'Adds a note',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    call: ({ text }) => `Added as note ${notes.push(text)}.`,
  },
  read: {
    description: 'Reads all notes',
    inputSchema: { type: 'object' },
    call: () => notes.map((note, index) => `${index + 1}. ${note}`).join('\n') || 'The notepad is empty.',
  },
};

/** Records a call, and returns whether to hold its reply. */
const isHeld = (call) => {
  if (folder === undefined) return false;
  appendFileSync(join(folder, 'calls'), call + '\n');
  const held = join(folder, 'held');
  return existsSync(held) && readFileSync(held, 'utf8') === call;
};

const methods = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notepad', version: '1' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })) }),
  'tools/call': ({ name, arguments: given = {} }) =>
    isHeld([name, ...Object.values(given)].join(' ')) ? undefined : { content: [{ type: 'text', text: tools[name].call(given) }] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = methods[method] ? { result: methods[method](params) } : { error: { code: -32601, message: 'unknown method ' + method } };
  if (answer.error || answer.result) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\n');
});
