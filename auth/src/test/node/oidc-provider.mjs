// The authorization server oidc-provider: resource indicators with JWT access tokens, dynamic registration, client
// metadata documents, rotation of refresh tokens with detection of reuse. Whoever opens its page is signed in and agrees
// to everything. Prints its port.
//
// Arguments: the lifetime of access tokens in seconds, and the account that signs in.
// Beside the endpoints of OAuth: GET /test/log lists the token requests; POST /test/reset?lifetime=SECONDS clears that list
// and changes the lifetime of new tokens; POST /test/revoke-all ends all grants; POST /test/account?name=NAME changes the
// account.
import http from 'node:http';
import { endWithParent, require } from './packages.mjs';

endWithParent();
const { Provider } = require('oidc-provider');

const [initialLifetime = '3600', initialAccount = 'ada@example.com'] = process.argv.slice(2);
const documentAddress = 'https://client.example.com/mooring.json';
let lifetime = Number(initialLifetime);
let account = initialAccount;
const log = [];
const grants = new Set();

// The port must be known before the issuer is.
const server = http.createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const issuer = `http://127.0.0.1:${port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'robot',
      client_secret: 'robot-secret-robot-secret-robot-secret',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
    {
      client_id: 'desk',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  ],
  scopes: ['openid', 'offline_access', 'email', 'notes:read', 'notes:write'],
  claims: { openid: ['sub'], email: ['email'] },
  conformIdTokenClaims: false,
  findAccount: (context, id) => ({ accountId: id, claims: () => ({ sub: id, email: id }) }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    registration: { enabled: true },
    revocation: { enabled: true },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (context, resource) => ({
        scope: 'notes:read notes:write',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: lifetime,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  rotateRefreshToken: true,
  issueRefreshToken: (context, client) => client.grantTypeAllowed('refresh_token'),
  pkce: { required: () => true },
  interactions: { url: (context, interaction) => `/interaction/${interaction.uid}` },
  ttl: { AccessToken: () => lifetime, RefreshToken: 86400, Grant: 86400, Session: 86400, Interaction: 600, IdToken: 600 },
  cookies: { keys: ['a key that only tests use'] },
  // Documents of clients are on the web. This is the one that exists.
  fetch: async (url) =>
    String(url) === documentAddress
      ? Response.json({
          client_id: documentAddress,
          client_name: 'Mooring',
          application_type: 'native',
          redirect_uris: ['http://127.0.0.1/callback'],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        })
      : new Response('', { status: 404 }),
});
provider.on('grant.success', (context) => log.push(`${context.oidc.params.grant_type} ${context.oidc.client.clientId}`));
provider.on('grant.error', (context, error) =>
  log.push(`${context.oidc?.params?.grant_type} refused: ${error.error_description ?? error.message}`),
);
provider.on('server_error', (context, error) => console.error(error));

async function interact(request, response) {
  const details = await provider.interactionDetails(request, response);
  const { prompt, params } = details;
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: account } });
    return;
  }
  const grant = details.grantId
    ? await provider.Grant.find(details.grantId)
    : new provider.Grant({ accountId: details.session.accountId, clientId: params.client_id });
  if (prompt.details.missingOIDCScope) {
    grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '));
  }
  for (const [resource, scopes] of Object.entries(prompt.details.missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  const grantId = await grant.save();
  grants.add(grantId);
  await provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true });
}

async function handleTest(url, response) {
  if (url.pathname === '/test/revoke-all') {
    for (const id of grants) {
      await provider.RefreshToken.revokeByGrantId?.(id);
      await provider.Grant.adapter?.destroy?.(id);
      await (await provider.Grant.find(id))?.destroy();
    }
    log.length = 0;
  } else if (url.pathname === '/test/reset') {
    lifetime = Number(url.searchParams.get('lifetime'));
    log.length = 0;
  } else if (url.pathname === '/test/account') {
    account = url.searchParams.get('name');
  }
  response.end(log.join('\n'));
}

server.on('request', (request, response) => {
  const url = new URL(request.url, issuer);
  if (url.pathname.startsWith('/test/')) {
    handleTest(url, response).catch((error) => response.writeHead(500).end(String(error.stack)));
  } else if (url.pathname.startsWith('/interaction/')) {
    interact(request, response).catch((error) => response.writeHead(500).end(String(error.stack)));
  } else {
    provider.callback()(request, response);
  }
});
console.log(port);
