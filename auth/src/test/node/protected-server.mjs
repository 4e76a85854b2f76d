// A server on @modelcontextprotocol/sdk with the SDK's own bearer authentication: accepts JWTs of one issuer for its own
// address. Prints its port. Argument: the issuer.
import { randomUUID } from 'node:crypto';
import { endWithParent, require } from './packages.mjs';

endWithParent();
const express = require('express');
const jose = await import(require.resolve('jose'));
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StreamableHTTPServerTransport } = require('@modelcontextprotocol/sdk/server/streamableHttp.js');
const { requireBearerAuth } = require('@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js');
const { InvalidTokenError } = require('@modelcontextprotocol/sdk/server/auth/errors.js');

const issuer = process.argv[2];
const keys = jose.createRemoteJWKSet(new URL(`${issuer}/jwks`));
const sessions = new Map();
const app = express();
app.use(express.json());
const listener = app.listen(0, '127.0.0.1', () => console.log(listener.address().port));
const resource = () => `http://127.0.0.1:${listener.address().port}/mcp`;

app.get('/.well-known/oauth-protected-resource/mcp', (request, response) =>
  response.json({ resource: resource(), authorization_servers: [issuer], scopes_supported: ['openid', 'email', 'notes:read'] }),
);

const verifier = {
  async verifyAccessToken(token) {
    try {
      const { payload } = await jose.jwtVerify(token, keys, { issuer, audience: resource() });
      return { token, clientId: payload.client_id, scopes: (payload.scope ?? '').split(' '), expiresAt: payload.exp, extra: { sub: payload.sub } };
    } catch (error) {
      throw new InvalidTokenError(error.message);
    }
  },
};

function newServer() {
  const mcp = new McpServer({ name: 'protected', version: '1' });
  let count = 0;
  mcp.registerTool('count', {}, () => ({ content: [{ type: 'text', text: String(++count) }] }));
  mcp.registerTool('whoami', {}, ({ authInfo }) => ({
    content: [{ type: 'text', text: String(authInfo.extra.sub ?? authInfo.clientId) }],
  }));
  mcp.registerTool('rest', {}, async () => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    return { content: [{ type: 'text', text: 'rested' }] };
  });
  mcp.registerTool('end-all-sign-ins', {}, async () => {
    await fetch(`${issuer}/test/revoke-all`, { method: 'POST' });
    return { content: [{ type: 'text', text: 'ended' }] };
  });
  // Servers that reveal the token of the request.
  const revealed = ({ requestInfo }) => `You sent ${requestInfo.headers.authorization}`;
  mcp.registerTool('reveal', {}, (extra) => ({ content: [{ type: 'text', text: revealed(extra) }] }));
  mcp.registerTool('fail', {}, (extra) => {
    throw new Error(revealed(extra));
  });
  mcp.registerTool('break', {}, () => {}); // answered below
  return mcp;
}

app.all(
  '/mcp',
  (request, response, next) =>
    requireBearerAuth({
      verifier,
      resourceMetadataUrl: `http://127.0.0.1:${listener.address().port}/.well-known/oauth-protected-resource/mcp`,
    })(request, response, next),
  async (request, response) => {
    if (request.body?.params?.name === 'break') {
      response.status(500).send(`Cannot handle ${request.headers.authorization}`);
      return;
    }
    let transport = sessions.get(request.headers['mcp-session-id']);
    if (!transport) {
      if (request.headers['mcp-session-id']) {
        response.status(404).end();
        return;
      }
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      });
      await newServer().connect(transport);
    }
    await transport.handleRequest(request, response, request.body);
  },
);
