import { randomBytes } from 'node:crypto';
import { instead, onBody, onEach, onReply, toStrangers } from '../changes.js';
import type { Problem } from '../read-operations.js';
import { documentService, json, noContent, onThing, text } from '../serve-document.js';
import { type Call, type Fields, fieldsOf, type Reply } from '../replies.js';

const TOKEN = 'hb_at_suite-0123456789abcdefghij';
const SCOPES = ['profile', 'clients:read', 'clients:write', 'tokens:introspect'];

/** Tokens by form bodies, their introspection and revocation, claims, discovery, and the clients that get tokens. */
export const service = documentService({
  name: 'accounts',
  headers: { authorization: `Bearer ${TOKEN}` },
  refuse: refused,
  open,
  effects: {
    'any-token': { admits: ({ headers }) => headers.authorization?.startsWith('Bearer hb_at_') === true },
    'scheme-ignored': { admits: ({ headers }) => headers.authorization?.endsWith(TOKEN) === true },
    'clients-public': toStrangers('listClients', (call) => !call.headers.authorization && json(200, [])),
    'discovery-protected': toStrangers(
      'getKeys',
      (call) => !call.headers.authorization && unauthorized('invalid_token'),
    ),
    'scope-list': onBody('createToken', 200, (body) => (body.scope = text(body.scope).split(' '))),
    'scope-absent': onBody('createToken', 200, (body, call) => {
      if (fieldsOf(call.body).scope === undefined) delete body.scope;
    }),
    'token-form': onReply('createToken', 200, (reply) =>
      Object.assign(reply, {
        headers: { ...reply.headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'access_token=hb_at_x&token_type=Bearer',
      }),
    ),
    'token-json-only': instead(
      'createToken',
      (call) => call.mediaType.endsWith('urlencoded') && refused(415, 'Send JSON'),
    ),
    'error-object': onBody('*', 400, (body) => (body.error = { code: 400, message: text(body.error) })),
    'inactive-404': instead(
      'introspectToken',
      (call) => text(fieldsOf(call.body).token).includes('unknown') && refused(404, 'No such token'),
    ),
    'active-text': onBody('introspectToken', 200, (body) => (body.active = text(body.active))),
    'revoke-unknown-500': instead('revokeToken', (call) => {
      const { token } = fieldsOf(call.body);
      return token !== undefined && token !== TOKEN && refused(500, 'Unknown token');
    }),
    'keys-base64': onBody('getKeys', 200, (body) => (body.keys = [{ ...KEY, n: 'sXch+/8=' }])),
    'scopes-joined': onEach('listClients', '', (one) => (one.scopes = (one.scopes as string[]).join(' '))),
    'kind-capital': onBody('getClient', 200, (body) => (body.kind = text(body.kind).toUpperCase())),
    'active-number': onEach('listClients', '', (one) => (one.active = Number(one.active))),
    'client-id-upper': onBody(
      'createClient',
      201,
      (body) => (body.client_id = text(body.client_id).toUpperCase()),
    ),
    'two-keys': onBody('getKeys', 200, (body) => (body.keys = [KEY, { ...KEY, kid: '2026-b' }])),
  },
});

const KEY = {
  kty: 'RSA',
  kid: '2026-a',
  use: 'sig',
  alg: 'RS256',
  n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri',
  e: 'AQAB',
};

function open(is: Call['is']) {
  const clients = new Map<string, Fields>();
  const secrets = new Map<string, string>();
  const tokens = new Map<string, Fields>();
  const register = (client_id: string, secret: string, input: Fields) => {
    const client = { client_id, scopes: [], active: true, created_at: new Date().toISOString(), ...input };
    clients.set(client_id, client);
    secrets.set(client_id, secret);
    return client;
  };
  register('console-app', 'correct-horse', {
    name: 'Console',
    kind: 'confidential',
    redirect_uris: ['https://console.example.com/cb'],
    scopes: SCOPES,
  });
  register('kiosk', 'battery-staple', {
    name: 'Kiosk',
    kind: 'public',
    redirect_uris: ['https://kiosk.example.com/'],
    contact: null,
    active: false,
  });
  const withClient = onThing(
    ({ parameters }) => clients.get(text(parameters.clientId)),
    () => refused(404, 'There is no such client'),
  );
  return {
    getConfiguration: ({ headers: { host = '127.0.0.1' } }: Call) =>
      json(200, configuration(`http://${host}`)),
    getKeys: () => json(200, { keys: [KEY] }, { 'cache-control': 'public, max-age=300' }),
    createToken: (call: Call) => {
      const { grant_type, client_id, client_secret, scope = 'profile' } = fieldsOf(call.body);
      const secret = secrets.get(text(client_id));
      const lacking = client_secret === undefined && is('secret-absent');
      if (secret === undefined || (client_secret !== secret && !lacking))
        return unauthorized('invalid_client');
      if (grant_type === 'refresh_token')
        return json(400, { error: 'invalid_grant', error_description: 'The refresh token is not valid' });
      const allowed = clients.get(text(client_id))?.scopes;
      if (
        !text(scope)
          .split(' ')
          .every((one) => (allowed as string[]).includes(one))
      )
        return json(400, { error: 'invalid_scope' });
      const access_token = `hb_at_${randomBytes(18).toString('base64url')}`;
      tokens.set(access_token, {
        active: true,
        scope,
        client_id,
        exp: Math.floor(Date.now() / 1000) + 3600,
        token_type: 'Bearer',
      });
      return json(
        200,
        { access_token, token_type: 'Bearer', expires_in: 3600, scope },
        { 'cache-control': 'no-store' },
      );
    },
    introspectToken: (call: Call) =>
      json(200, tokens.get(text(fieldsOf(call.body).token)) ?? { active: false }),
    revokeToken: (call: Call) => {
      tokens.delete(text(fieldsOf(call.body).token));
      return noContent();
    },
    getUserInfo: () =>
      json(200, {
        sub: 'u-4711',
        name: 'Ann Ames',
        email: 'ann@example.com',
        email_verified: true,
        locale: 'en-GB',
        updated_at: 1_768_000_000,
      }),
    listClients: ({ parameters: { kind, active } }: Call) => {
      const fits = (one: Fields) =>
        (kind === undefined || one.kind === kind) && (active === undefined || one.active === active);
      return json(200, [...clients.values()].filter(fits));
    },
    createClient: (call: Call) => {
      const client_secret = randomBytes(18).toString('base64url');
      const client = register(`c-${randomBytes(5).toString('hex')}`, client_secret, fieldsOf(call.body));
      if (is('client-lost')) clients.delete(client.client_id);
      return json(201, { ...client, client_secret }, { location: `/clients/${client.client_id}` });
    },
    getClient: withClient((client) => json(200, client)),
    deleteClient: withClient(({ client_id }) => {
      if (!is('client-stays')) {
        clients.delete(text(client_id));
        secrets.delete(text(client_id));
      }
      return noContent();
    }),
  };
}

function configuration(issuer: string): Fields {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials', 'refresh_token'],
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  };
}

function unauthorized(error: string): Reply {
  return json(401, { error }, { 'www-authenticate': 'Bearer' });
}

function refused(status: number, words: string, problems: readonly Problem[] = []): Reply {
  if (status === 401) return unauthorized('invalid_token');
  const error = status >= 500 ? 'server_error' : status === 404 ? 'not_found' : 'invalid_request';
  const told = [words, ...problems.map((one) => `${one.at} ${one.text}`)].join('; ');
  return json(status, { error, error_description: told.replaceAll(/[^\x20-\x7e]/g, '?') });
}
