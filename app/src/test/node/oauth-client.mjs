// A TypeScript SDK with its own OAuth code. Arguments: the address of the server, the package ("sdk" for 1.x, "client" for 2.x),
// the name of the client, and a file that keeps its registration and tokens. Prints lines of JSON: {"open": URL} for each page
// that the person must open, and {"result": ...} or {"error": ...} for each line of standard input:
// {"tool": NAME, "arguments": {...}}, {"list": true}, or {"spoil": true}, which makes the access token unusable.
import { createServer } from 'node:http';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { installed } from './packages.mjs';

const [address, library, name, file] = process.argv.slice(2);
const { Client } =
  library === 'sdk' ? installed('@modelcontextprotocol/sdk/client/index.js') : installed('@modelcontextprotocol/client');
const { StreamableHTTPClientTransport } =
  library === 'sdk' ? installed('@modelcontextprotocol/sdk/client/streamableHttp.js') : installed('@modelcontextprotocol/client');

const print = (line) => process.stdout.write(JSON.stringify(line) + '\n');
const saved = existsSync(file) ? JSON.parse(readFileSync(file)) : {};
const save = (more) => writeFileSync(file, JSON.stringify(Object.assign(saved, more)));

let received;
const callback = new Promise((resolve) => (received = resolve));
const listener = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/callback') {
    response.setHeader('content-type', 'text/html').end('<title>Back at the client</title><p>You can close this window.');
    received(url.searchParams);
  } else {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => listener.listen(saved.port ?? 0, '127.0.0.1', resolve));
save({ port: listener.address().port });
const redirect = `http://127.0.0.1:${saved.port}/callback`;

const provider = {
  redirectUrl: redirect,
  clientMetadata: {
    client_name: name,
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => saved.client,
  saveClientInformation: (client) => save({ client }),
  tokens: () => saved.tokens,
  saveTokens: (tokens) => save({ tokens }),
  redirectToAuthorization: (url) => print({ open: url.href }),
  saveCodeVerifier: (verifier) => save({ verifier }),
  codeVerifier: () => saved.verifier,
  invalidateCredentials: () => save({ tokens: undefined }),
};

async function connect() {
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
  const client = new Client({ name, version: '1' });
  await client.connect(transport);
  return client;
}

async function signIn() {
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
  try {
    const client = new Client({ name, version: '1' });
    await client.connect(transport);
    return client;
  } catch (error) {
    if (error.constructor.name !== 'UnauthorizedError') throw error;
  }
  const answer = await callback;
  if (answer.get('error')) throw new Error(`refused: ${answer.get('error')}`);
  await transport.finishAuth(library === 'sdk' ? answer.get('code') : answer);
  return connect();
}

let client;
try {
  client = await signIn();
  print({ result: 'connected' });
} catch (error) {
  print({ error: `${error.constructor.name}: ${error.message}` });
  process.exit(1);
}
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  try {
    if (command.spoil) {
      save({ tokens: { ...saved.tokens, access_token: 'spoiled' } });
      print({ result: 'spoiled' });
    } else if (command.list) {
      print({ result: (await client.listTools()).tools.map((tool) => tool.name) });
    } else {
      print({ result: await client.callTool({ name: command.tool, arguments: command.arguments }) });
    }
  } catch (error) {
    print({ error: `${error.constructor.name}: ${error.message}` });
  }
}
process.exit(0);
