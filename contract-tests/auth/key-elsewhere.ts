import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { rejectedCredentials } from '../../src/conformance/cases/credentials/credential-cases.js';
import {
  basicCredentials,
  locationOf,
  type CredentialLocation,
} from '../../src/conformance/cases/credentials/credential.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody, withHeaders, withQuery } from '../../src/conformance/cases/request.js';
import type { ParameterObject } from '../../src/contract/openapi.js';
import { securitySchemeOf } from '../../src/contract/operations.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedEverywhere } from './steps/rejected-everywhere.js';

/** Places where other services take keys. */
const queryNames = [
  ...['api_key', 'access_token', 'token', 'key', 'api_token', 'apikey', 'apiKey', 'api-key', 'auth'],
  ...['auth_token', 'jwt', 'bearer', 'subscription-key', 'client_key', 'secret'],
];
const headerNames = [
  ...['X-API-Key', 'X-Auth-Token', 'Api-Key', 'X-Access-Token', 'apikey', 'X-API-Token', 'X-Auth-Key'],
  ...['Token', 'Access-Token', 'Auth-Token', 'X-Token', 'X-Key', 'X-Access-Key', 'X-App-Key', 'X-Client-Key'],
  ...['Ocp-Apim-Subscription-Key', 'Private-Token', 'X-Session-Token', 'X-Secret-Key', 'Authentication'],
];
const cookieNames = [
  ...['api_key', 'token', 'access_token', 'Authorization', 'jwt', 'auth', 'session', 'sid', 'apikey', 'key'],
  ...['api-key', 'access-token', 'auth_token', 'bearer'],
];

export default rule({
  title: 'A valid key is accepted in the Authorization header only.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401', 'with a query also 400 or 404'],
  inOtherDocuments: {
    title: 'A valid key is accepted only where the document has it.',
    expected: ['a rejection, such as 401 or 403', 'with a query also 400, 404 or 422'],
    quotes: 'security',
  },
  appliesTo: { document: 'any' },
  priority: 2,
  cases(planner) {
    if (!planner.stated.own) return elsewhereInOthers(planner);
    const key = planner.keys.valid;
    if (key === undefined) return { skip: 'no key was given', option: 'key' };
    const drafts = rejectedEverywhere(planner, [
      {
        detail: 'query',
        title: 'with the key in the query and no header',
        apply: (bare) => queryNames.reduce((request, name) => withQuery(request, name, key), bare),
      },
      {
        detail: 'query-bearer',
        title: 'with the value of the header in the query',
        apply: (bare) => withQuery(bare, 'authorization', `Bearer ${key}`),
      },
      {
        detail: 'header',
        title: 'with the key in another header',
        apply: (bare) => withHeaders(bare, Object.fromEntries(headerNames.map((name) => [name, key]))),
      },
      {
        detail: 'forwarded',
        title: 'with the value of the header in X-Authorization and Proxy-Authorization',
        apply: (bare) =>
          withHeaders(bare, { 'X-Authorization': `Bearer ${key}`, 'Proxy-Authorization': `Bearer ${key}` }),
      },
      {
        detail: 'body',
        title: 'with the key in the body',
        apply: (bare) => (bare.body === undefined ? undefined : withBody(bare, keyInBody(bare.body, key))),
      },
      // By itself: where it is looked for without care, what follows it would be taken for its end.
      {
        detail: 'cookie-token',
        title: 'with the key in the cookie token',
        apply: (bare) => (bare.method === 'GET' ? withHeaders(bare, { Cookie: `token=${key}` }) : undefined),
      },
      {
        detail: 'cookie',
        title: 'with the key in a cookie',
        apply: (bare) =>
          withHeaders(bare, {
            Cookie: cookieNames.map((name) => `${name}=${key}`).join('; '),
          }),
      },
    ]);
    // A server may reject query parameters that it doesn't know.
    return drafts.map((draft) =>
      draft.request.path.includes('?') ? { ...draft, accept: [...draft.accept, 400, 404] } : draft,
    );
  },
});

/** The same for an operation that reads, without the places that the document names for any key. */
function elsewhereInOthers(planner: Planner): CaseDraft[] {
  const { securitySchemes = {} } = planner.stated.contract.document.components ?? {};
  const places = Object.keys(securitySchemes).flatMap(
    (name) => securitySchemeOf(planner.stated.contract.document, name) ?? [],
  );
  const documented = new Set(places.flatMap((scheme) => locationOf(scheme)?.name.toLowerCase() ?? []));
  const takesBasic = places.some((scheme) => locationOf(scheme)?.kind === 'basic');
  const isOther = (name: string) => !documented.has(name.toLowerCase());
  const reading = planner.of(
    planner.operations.filter(
      (operation) =>
        operation.method === 'get' && !operation.parameters.some(({ value }) => isCredential(value)),
    ),
  );
  const keyOf = (location: CredentialLocation) =>
    ['basic', 'cookie', 'query'].includes(location.kind) ? undefined : planner.keys.valid;
  return rejectedCredentials(reading, [
    {
      detail: 'query',
      title: 'with the key in the query alone',
      accept: [400, 404, 422],
      apply: (bare, location) => {
        const key = keyOf(location);
        const names = [location.name, ...queryNames].filter(
          (name) => name === location.name || isOther(name),
        );
        return key === undefined
          ? undefined
          : names.reduce((request, name) => withQuery(request, name, key), bare);
      },
    },
    {
      detail: 'header',
      title: 'with the key in other headers alone',
      apply: (bare, location) => {
        const key = keyOf(location);
        const names = headerNames.filter(isOther);
        const bearer = isOther('authorization') && { Authorization: `Bearer ${key}` };
        return key === undefined
          ? undefined
          : withHeaders(bare, { ...Object.fromEntries(names.map((name) => [name, key])), ...bearer });
      },
    },
    {
      detail: 'basic',
      title: 'with the key as Basic credentials',
      apply: (bare, { kind }) =>
        kind === 'bearer' && planner.keys.valid !== undefined && !takesBasic
          ? withHeaders(bare, { Authorization: `Basic ${basicCredentials(planner.keys.valid)}` })
          : undefined,
    },
    {
      detail: 'cookie',
      title: 'with the key in a cookie alone',
      apply: (bare, location) => {
        const key = keyOf(location);
        const cookies = cookieNames.filter(isOther).map((name) => `${name}=${key}`);
        return key === undefined ? undefined : withHeaders(bare, { Cookie: cookies.join('; ') });
      },
    },
  ]);
}

/** A parameter that may itself be a key, which the document has not called one. */
function isCredential({ in: place, name }: ParameterObject): boolean {
  return (
    place !== 'path' &&
    /key|token|auth|secret|session|jwt/i.test(name) &&
    !/page|next|cursor|idempotency/i.test(name)
  );
}

function keyInBody(body: Buffer, key: string): string {
  const names = Object.fromEntries(queryNames.map((name) => [name, key]));
  return JSON.stringify({ ...(JSON.parse(body.toString('utf8')) as object), ...names });
}
