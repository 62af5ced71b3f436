import { randomBytes } from 'node:crypto';
import {
  accepts,
  crashes,
  fault,
  instead,
  onBody,
  onEach,
  onReply,
  refuses,
  variant,
  without,
  slow,
} from '../changes.js';
import {
  type Call,
  documentService,
  type Fields,
  fieldsOf,
  json,
  noContent,
  type Reply,
  text,
} from '../serve-document.js';

const TOKEN = 'hb_at_suite-0123456789abcdefghij';
const SCOPES = ['profile', 'clients:read', 'clients:write', 'tokens:introspect'];

/** Tokens by form bodies, their introspection and revocation, claims, discovery, and the clients that get tokens. */
export const service = documentService({
  name: 'accounts',
  allowWrites: true,
  headers: { authorization: `Bearer ${TOKEN}` },
  refuse: refused,
  signedIn: (call) => {
    const header = call.headers.authorization ?? '';
    const passes =
      header === `Bearer ${TOKEN}` || (call.is('any-token') && header.startsWith('Bearer hb_at_'));
    return passes || (call.is('scheme-ignored') && header.endsWith(TOKEN))
      ? undefined
      : unauthorized('invalid_token');
  },
  open,
  faults: [
    // Credentials
    fault('any-token', 'The signature of tokens is not checked', 'security: oauth'),
    fault('scheme-ignored', 'The word Bearer is not needed', 'security: oauth'),
    fault('clients-public', 'The list of clients needs no token', 'security: oauth clients:read', {
      before: (call) =>
        call.operation.id === 'listClients' && !call.headers.authorization ? json(200, []) : undefined,
    }),
    fault(
      'userinfo-302',
      'Without a token userinfo redirects to the login page',
      'getUserInfo: 401',
      onReply('getUserInfo', 401, (reply) =>
        Object.assign(reply, { status: 302, headers: { location: '/login' }, body: undefined }),
      ),
    ),
    fault(
      'token-403',
      'A token that is not valid gets 403',
      '401',
      onReply('getUserInfo introspectToken', 401, (reply) => (reply.status = 403)),
    ),
    fault(
      'challenge-basic',
      '401 asks for Basic',
      'WWW-Authenticate: pattern',
      onReply('*', 401, (reply) => (reply.headers['www-authenticate'] = 'Basic')),
    ),
    fault(
      'challenge-absent',
      'A wrong secret gets 401 without a challenge',
      'WWW-Authenticate: required',
      onReply('createToken', 401, without('www-authenticate')),
    ),
    fault('discovery-protected', 'The keys need a token', 'getKeys: security []', {
      before: (call) =>
        call.operation.id === 'getKeys' && !call.headers.authorization
          ? unauthorized('invalid_token')
          : undefined,
    }),
    // Tokens
    fault(
      'expires-text',
      'expires_in is a text',
      'expires_in: integer',
      onBody('createToken', 200, (body) => (body.expires_in = '3600')),
    ),
    fault(
      'expires-milliseconds',
      'expires_in is in milliseconds',
      'expires_in: maximum 86400',
      onBody('createToken', 200, (body) => (body.expires_in = 3_600_000)),
    ),
    fault(
      'bearer-small',
      'token_type is bearer',
      'token_type: enum',
      onBody('createToken', 200, (body) => (body.token_type = 'bearer')),
    ),
    fault(
      'scope-list',
      'scope is a list',
      'scope: string',
      onBody('createToken', 200, (body) => (body.scope = text(body.scope).split(' '))),
    ),
    fault(
      'scope-absent',
      'scope is left out when none was asked for',
      'required: scope',
      onBody('createToken', 200, (body, call) => {
        if (fieldsOf(call.body).scope === undefined) delete body.scope;
      }),
    ),
    fault(
      'token-cached',
      'Tokens may be cached',
      'Cache-Control: enum no-store',
      onReply('createToken', 200, (reply) => (reply.headers['cache-control'] = 'private, max-age=3600')),
    ),
    fault(
      'token-201',
      'A token gets 201',
      'createToken: 200',
      onReply('createToken', 200, (reply) => (reply.status = 201)),
    ),
    fault(
      'token-form',
      'The token comes as a form (as GitHub did)',
      'createToken: application/json',
      onReply('createToken', 200, (reply) =>
        Object.assign(reply, {
          headers: { ...reply.headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'access_token=hb_at_x&token_type=Bearer',
        }),
      ),
    ),
    fault(
      'token-json-only',
      'Forms are refused at the token endpoint',
      'createToken: application/x-www-form-urlencoded',
      instead('createToken', (call) =>
        call.mediaType.endsWith('urlencoded') ? refused(415, 'Send JSON') : undefined,
      ),
    ),
    fault(
      'grant-unknown',
      'An unknown grant gets a token',
      'grant_type: enum',
      accepts('createToken', /grant_type/, /enum/),
    ),
    fault(
      'grant-absent-500',
      'A request without a grant crashes',
      '500 is not declared',
      crashes('createToken', /grant_type/, { error: 'server_error' }, /required/),
    ),
    fault(
      'secret-absent',
      'The secret may be missing',
      'required: client_secret',
      accepts('createToken', /client_secret/),
    ),
    fault(
      'error-object',
      'Errors are objects with code and message',
      'error: string',
      onBody('*', 400, (body) => (body.error = { code: 400, message: text(body.error) })),
    ),
    fault(
      'error-other',
      'Errors of forms have the code validation_failed',
      'error: enum',
      onBody('createToken introspectToken', 400, (body) => (body.error = 'validation_failed')),
    ),
    fault(
      'error-html',
      'Errors of the token endpoint are HTML',
      '400: application/json',
      onReply('createToken', 400, (reply) =>
        Object.assign(reply, { headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
      ),
    ),
    // Introspection and revocation
    fault(
      'inactive-404',
      'An unknown token gets 404',
      'introspectToken: 200',
      instead('introspectToken', (call) =>
        call.headers.authorization === `Bearer ${TOKEN}` &&
        text(fieldsOf(call.body).token).includes('unknown')
          ? refused(404, 'No such token')
          : undefined,
      ),
    ),
    fault(
      'inactive-told',
      'An inactive token tells why',
      'additionalProperties false',
      onBody('introspectToken', 200, (body) => Object.assign(body, { reason: 'expired' })),
    ),
    fault(
      'active-text',
      'active is a text',
      'active: boolean',
      onBody('introspectToken', 200, (body) => (body.active = text(body.active))),
    ),
    fault(
      'introspect-no-token',
      'A form without a token is an inactive token',
      'required: token',
      accepts('introspectToken', /token$/, /required/),
    ),
    fault('hint-unchecked', 'Any hint passes', 'token_type_hint: enum', accepts('introspectToken', /hint/)),
    fault(
      'revoke-200',
      'Revocation answers 200 with a body',
      'revokeToken: 204',
      onReply('revokeToken', 204, (reply) => Object.assign(reply, json(200, { revoked: true }))),
    ),
    fault(
      'revoke-unknown-500',
      'Revoking an unknown token crashes',
      'Unknown tokens are revoked already',
      instead('revokeToken', (call) =>
        call.headers.authorization === `Bearer ${TOKEN}` &&
        text(fieldsOf(call.body).token) !== TOKEN &&
        fieldsOf(call.body).token !== undefined
          ? refused(500, 'Unknown token')
          : undefined,
      ),
    ),
    // Claims and discovery
    fault(
      'verified-text',
      'email_verified is a text (as of Cognito)',
      'email_verified: boolean',
      onBody('getUserInfo', 200, (body) => (body.email_verified = 'true')),
    ),
    fault(
      'updated-iso',
      'updated_at is an ISO 8601 time',
      'updated_at: integer',
      onBody('getUserInfo', 200, (body) => (body.updated_at = '2026-01-15T09:30:00Z')),
    ),
    fault(
      'picture-empty',
      'picture is empty when there is none',
      'picture: format uri',
      onBody('getUserInfo', 200, (body) => (body.picture = '')),
    ),
    fault(
      'locale-underscore',
      'locale is en_GB',
      'locale: pattern',
      onBody('getUserInfo', 200, (body) => (body.locale = 'en_GB')),
    ),
    fault(
      'sub-number',
      'sub is a number',
      'sub: string',
      onBody('getUserInfo', 200, (body) => (body.sub = 4711)),
    ),
    fault(
      'issuer-bare',
      'issuer is a name of a host',
      'issuer: format uri',
      onBody('getConfiguration', 200, (body) => (body.issuer = 'accounts.harbour.example.com')),
    ),
    fault(
      'jwks-absent',
      'jwks_uri is missing',
      'required: jwks_uri',
      onBody('getConfiguration', 200, (body) => void Reflect.deleteProperty(body, 'jwks_uri')),
    ),
    fault(
      'keys-base64',
      'Moduli are in Base64 with padding',
      'n: pattern',
      onBody('getKeys', 200, (body) => (body.keys = [{ ...KEY, n: 'sXch+/8=' }])),
    ),
    fault(
      'keys-none',
      'The list of keys is empty after a rotation',
      'keys: minItems 1',
      onBody('getKeys', 200, (body) => (body.keys = [])),
    ),
    fault(
      'keys-cache',
      'Keys come without Cache-Control',
      'Cache-Control: required',
      onReply('getKeys', 200, without('cache-control')),
    ),
    // Clients
    fault(
      'secret-short',
      'Secrets have eight characters',
      'client_secret: minLength 16',
      onBody('createClient', 201, (body) => (body.client_secret = 'a1b2c3d4')),
    ),
    fault(
      'secret-missing',
      'The secret is not shown',
      'required: client_secret',
      onBody('createClient', 201, (body) => void Reflect.deleteProperty(body, 'client_secret')),
    ),
    fault(
      'scopes-joined',
      'scopes is a text',
      'scopes: array',
      onEach('listClients', '', (one) => (one.scopes = (one.scopes as string[]).join(' '))),
    ),
    fault(
      'kind-capital',
      'kind is in capitals',
      'kind: enum',
      onBody('getClient', 200, (body) => (body.kind = text(body.kind).toUpperCase())),
    ),
    fault(
      'active-number',
      'active is 1 or 0',
      'active: boolean',
      onEach('listClients', '', (one) => (one.active = Number(one.active))),
    ),
    fault(
      'redirect-http',
      'Addresses with http pass',
      'redirect_uris: pattern',
      accepts('createClient', /redirect_uris/, /pattern/),
    ),
    fault(
      'redirect-none',
      'A client without addresses passes',
      'redirect_uris: minItems 1',
      accepts('createClient', /redirect_uris/, /minItems/),
    ),
    fault(
      'contact-null-refused',
      'contact may not be null',
      'contact: nullable',
      refuses('createClient', 'body/contact', (call) => fieldsOf(call.body).contact === null),
    ),
    fault(
      'active-filter-words',
      'active=false is refused',
      'active: boolean',
      refuses('listClients', 'query/active', (call) => call.parameters.active === false),
    ),
    fault('client-lost', 'A new client is not found', 'link client of createClient'),
    fault('client-stays', 'A removed client is still found', 'It is removed'),
    fault(
      'client-id-upper',
      'New clients have identifiers that the document excludes',
      'ClientId: pattern',
      onBody('createClient', 201, (body) => (body.client_id = text(body.client_id).toUpperCase())),
    ),
  ],
  variants: [
    variant(
      'refresh',
      'A refresh token comes along',
      onBody('createToken', 200, (body) => (body.refresh_token = 'hb_rt_1')),
    ),
    variant(
      'short-lived',
      'Tokens live for a minute',
      onBody('createToken', 200, (body) => (body.expires_in = 60)),
    ),
    variant(
      'pragma',
      'Further headers',
      onReply('*', 0, (reply) =>
        Object.assign(reply.headers, { pragma: 'no-cache', 'x-frame-options': 'DENY' }),
      ),
    ),
    variant(
      'challenge-params',
      'The challenge has parameters',
      onReply(
        '*',
        401,
        (reply) => (reply.headers['www-authenticate'] = 'Bearer realm="harbour", error="invalid_token"'),
      ),
    ),
    variant(
      'error-uri',
      'Errors have an address',
      onBody('*', 400, (body) => (body.error_uri = 'https://harbour.example.com/errors')),
    ),
    variant(
      'description-absent',
      'Errors have no description',
      onBody('*', 400, (body) => void Reflect.deleteProperty(body, 'error_description')),
    ),
    variant(
      'picture-null',
      'picture is null',
      onBody('getUserInfo', 200, (body) => (body.picture = null)),
    ),
    variant(
      'more-claims',
      'There are further claims',
      onBody('getUserInfo', 200, (body) => Object.assign(body, { zoneinfo: 'Europe/Vienna', groups: [] })),
    ),
    variant(
      'two-keys',
      'There are two keys',
      onBody('getKeys', 200, (body) => (body.keys = [KEY, { ...KEY, kid: '2026-b' }])),
    ),
    slow,
  ],
});

const KEY = {
  kty: 'RSA',
  kid: '2026-a',
  use: 'sig',
  alg: 'RS256',
  n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri',
  e: 'AQAB',
};

function open() {
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
  const withClient = (handler: (client: Fields, call: Call) => Reply) => (call: Call) => {
    const client = clients.get(text(call.parameters.clientId));
    return client === undefined ? refused(404, 'There is no such client') : handler(client, call);
  };
  return {
    getConfiguration: ({ headers: { host = '127.0.0.1' } }: Call) =>
      json(200, configuration(`http://${host}`)),
    getKeys: () => json(200, { keys: [KEY] }, { 'cache-control': 'public, max-age=300' }),
    createToken: (call: Call) => {
      const { grant_type, client_id, client_secret, scope = 'profile' } = fieldsOf(call.body);
      const secret = secrets.get(text(client_id));
      const lacking = client_secret === undefined && call.is('secret-absent');
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
      if (call.is('client-lost')) clients.delete(client.client_id);
      return json(201, { ...client, client_secret }, { location: `/clients/${client.client_id}` });
    },
    getClient: withClient((client) => json(200, client)),
    deleteClient: withClient(({ client_id }, call) => {
      if (!call.is('client-stays')) {
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

function refused(
  status: number,
  words: string,
  problems: readonly { readonly at: string; readonly text: string }[] = [],
): Reply {
  if (status === 401) return unauthorized('invalid_token');
  const error = status >= 500 ? 'server_error' : status === 404 ? 'not_found' : 'invalid_request';
  const told = [words, ...problems.map((one) => `${one.at} ${one.text}`)].join('; ');
  return json(status, { error, error_description: told.replaceAll(/[^\x20-\x7e]/g, '?') });
}
