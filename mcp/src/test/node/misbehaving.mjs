// A stdio server that misbehaves on command. Writes messages by hand, because no SDK can produce invalid ones.
//
// Arguments: --era legacy|modern|both   the eras that it supports (default legacy)
//            --probe error|silent|exit|late   what a legacy server does on server/discover (default error)
//            --ignore-term, --ignore-eof   ignores SIGTERM or the end of its input
//            --logging   declares logging, but rejects logging/setLevel
//            --string-ids   returns the ids of requests as strings
//            --twice               it lists a tool twice
//            --instructions TEXT   the instructions that it gives to its client
//            --change-during-page N   it lists its tools in two pages and adds a tool to the first one while the client waits
//                                     for page N. It notifies the client of that, and replies once the file --release exists
//            --child   starts an idle child process
//            --marker FILE   appends a line for each start, so that starts can be counted
import { appendFileSync, closeSync, existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const option = (name, fallback) => {
  const at = process.argv.indexOf('--' + name);
  return at < 0 ? fallback : process.argv[at + 1];
};
const flag = (name) => process.argv.includes('--' + name);
const era = option('era', 'legacy');
const probe = option('probe', 'error');

if (option('marker')) appendFileSync(option('marker'), process.pid + '\n');
if (flag('ignore-term')) process.on('SIGTERM', () => {});
if (flag('ignore-eof')) setInterval(() => {}, 1 << 30);
const child = flag('child') ? spawn(process.execPath, ['-e', 'setInterval(() => {}, 1 << 30)']) : undefined;

const send = (message) => {
  if (flag('string-ids') && 'id' in message) message = { ...message, id: String(message.id) };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
};
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const capabilities = flag('logging') ? { tools: {}, logging: {} } : { tools: {} };
const instructions = option('instructions');
const cancelled = [];
const refused = [];
const received = [];
const answers = new Map();
let counter = 0;
let pageToChange = Number(option('change-during-page', '0'));
let isChanged = false;
let nextId = 1;

const ask = (method, params) => {
  const id = 'server-' + nextId++;
  send({ id, method, params });
  return new Promise((resolve) => answers.set(id, resolve));
};

const tools = {
  echo: async ({ message }) => text(message),
  count: async () => text(++counter),
  pid: async () => text(process.pid),
  childPid: async () => text(child.pid),
  env: async () => text(JSON.stringify(process.env)),
  meta: async (_, id, meta) => text(JSON.stringify(meta)),
  cancelled: async () => text(JSON.stringify(cancelled)),
  refused: async () => text(JSON.stringify(refused)),
  received: async () => text(received.join(' ')),
  stall: () => new Promise(() => {}),
  exit: async ({ code, last }) => {
    if (last) process.stderr.write(last + '\n');
    process.exit(code ?? 0);
  },
  closeOutput: async () => {
    closeSync(1);
    setInterval(() => {}, 1 << 30);
    return new Promise(() => {});
  },
  garbage: async () => {
    process.stdout.write('this is not JSON\n{"neither": "is this"}\n\n[1, 2]\n\u0000\n');
    return text('after the garbage');
  },
  broken: async ({ line }, id) => {
    process.stdout.write(line.replace('ID', id) + '\n');
    return new Promise(() => {});
  },
  huge: async ({ bytes }) => text('x'.repeat(bytes)),
  flood: async ({ bytes }) => {
    process.stderr.write('flood '.repeat(bytes / 6) + '\n');
    return text('flooded');
  },
  stopReading: async () => {
    lines.pause();
    process.stdin.pause();
    setInterval(() => {}, 1 << 30);
    return text('deaf from now on');
  },
  progress: async ({ steps, pause }, id, meta) => {
    for (let step = 1; step <= steps; step++) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      send({
        method: 'notifications/progress',
        params: { progressToken: meta.progressToken, progress: step, total: steps, message: 'step ' + step },
      });
    }
    return text('done');
  },
  ask: async ({ method, params }) => text(JSON.stringify(await ask(method, params ?? {}))),
  odd: async () => ({
    content: [{ type: 'hologram', shape: { z: 1, a: [1.10, 1e400] } }],
    structuredContent: null,
    _meta: { 'com.example/x': 12345678901234567890123n.toString() },
    later: 'unknown fields stay',
  }),
  wrongId: async (_, id) => {
    send({ id: id + 1000, result: text('for nobody') });
    return text('for you');
  },
};

/** One of two pages of tools. */
const pageOfTools = (number) => {
  const list = (names) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  return number === 1 ? { tools: list(isChanged ? ['late', 'echo'] : ['echo']), nextCursor: '2', ttlMs: 60_000 } : { tools: list(['count']), ttlMs: 60_000 };
};

async function listPage(number) {
  const page = pageOfTools(number);
  if (number === pageToChange) {
    pageToChange = 0;
    isChanged = true;
    send({ method: 'notifications/tools/list_changed' });
    send({ method: 'notifications/message', params: { level: 'info', data: 'changed' } });
    while (!existsSync(option('release'))) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return page;
}

const modernResult = (result) => ({ resultType: 'complete', ...result });

async function call(id, method, params) {
  const meta = params?._meta ?? {};
  const isModern = 'io.modelcontextprotocol/protocolVersion' in meta;
  const wrap = isModern ? modernResult : (result) => result;
  switch (method) {
    case 'initialize':
      if (era === 'modern') return send({ id, error: { code: -32601, message: 'supported versions: 2026-07-28' } });
      return send({
        id,
        result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'misbehaving', version: '1' }, instructions },
      });
    case 'server/discover': {
      if (era === 'legacy') {
        if (probe === 'silent') return;
        if (probe === 'exit') process.exit(3);
        return send({ id, error: { code: -32601, message: 'unknown method' } });
      }
      if (probe === 'late') await new Promise((resolve) => setTimeout(resolve, 2500));
      return send({
        id,
        result: modernResult({
          supportedVersions: era === 'both' ? ['2026-07-28', '2025-11-25'] : ['2026-07-28'],
          capabilities: { tools: {} },
          instructions,
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'misbehaving', version: '1' } },
          ttlMs: 0,
          cacheScope: 'public',
        }),
      });
    }
    case 'ping':
      return send({ id, result: {} });
    case 'tools/list':
      if (option('change-during-page')) return send({ id, result: wrap(await listPage(Number(params?.cursor ?? 1))) });
      return send({ id, result: wrap({ tools: [...Object.keys(tools), ...(flag('twice') ? ['echo'] : [])].map((name) => ({ name, inputSchema: { type: 'object' } })) }) });
    case 'tools/call': {
      const result = await tools[params.name](params.arguments ?? {}, id, meta);
      if (params.name === 'odd') {
        // JSON.stringify cannot write these numbers exactly.
        return process.stdout.write(
          `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result).replace('"shape":{"z":1,"a":[1.1,null]}', '"shape":{"z":1,"a":[1.10,1e400,12345678901234567890123]}')}}\n`,
        );
      }
      return send({ id, result: wrap(result) });
    }
    default:
      refused.push([method, params?.level]);
      return send({ id, error: { code: -32601, message: 'unknown method ' + method } });
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method !== undefined && message.id !== undefined) received.push(message.method);
  if (message.method === 'notifications/cancelled') cancelled.push(message.params.requestId);
  else if (message.method === undefined) answers.get(message.id)?.(message.result ?? message.error);
  else if (message.id !== undefined) call(message.id, message.method, message.params);
});
lines.on('close', () => {
  if (!flag('ignore-eof')) {
    child?.kill();
    process.exit(0);
  }
});
