/** Headers by which a server may know its own operators, its tests, or a proxy that has looked at the key before. */
export const ofOperators: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['Debug', 'Test', 'Internal', 'Internal-Request', 'Admin', 'Skip-Auth', 'Authenticated'].map((name) => [
      `X-${name}`,
      'true',
    ]),
  ),
  ...Object.fromEntries(
    ['X-Forwarded-User', 'X-Remote-User', 'Remote-User', 'X-User', 'X-Role'].map((name) => [name, 'admin']),
  ),
  'X-User-Id': '1',
  'X-Forwarded-Host': 'localhost',
};
/** Parameters of the query to the same end. */
export const queryOfOperators =
  '?public=1&debug=true&test=1&admin=1&internal=1&preview=1&demo=1&skip_auth=1&noauth=1&env=dev';
