const onlyElsewhere =
  "It is about what this service's document doesn't have, so that no fault of this service breaks it; src/conformance/run/other-documents.test.ts has faults that do.";

/**
 * Rules that no fault can need alone, and why not in principle. Every other rule has a fault that it alone finds
 * (`foundOnlyBy`); a test compares both ways.
 */
export const rulesWithoutSoleFault: Readonly<Record<string, string>> = {
  'routing/options':
    'It sends requests that other rules check: a status of 500 or more, which it refuses, is refused by responses/no-server-error as well.',
  'parameters/missing': onlyElsewhere,
  'parameters/invalid-value': onlyElsewhere,
  'jobs/become-done': onlyElsewhere,
  'refusals/accepted-type': onlyElsewhere,
  'refusals/change-nothing': onlyElsewhere,
  'refusals/limited-scopes': onlyElsewhere,
  'refusals/stated-meaning': onlyElsewhere,
  'resources/made-can-be-found': onlyElsewhere,
  'resources/changes-show': onlyElsewhere,
  'resources/entity-tags': onlyElsewhere,
  'resources/invalid-requests': onlyElsewhere,
  'resources/kept-values': onlyElsewhere,
  'resources/lists': onlyElsewhere,
  'resources/own-lists': onlyElsewhere,
  'resources/repeated-key': onlyElsewhere,
  'resources/replaced-again': onlyElsewhere,
  'resources/stated-conflicts': onlyElsewhere,
  'resources/unknown-references': onlyElsewhere,
  'resources/unknown-targets': onlyElsewhere,
  'resources/unknown-things': onlyElsewhere,
  'resources/without-credential': onlyElsewhere,
  'requests/documented-media-type': onlyElsewhere,
  'requests/invalid-form': onlyElsewhere,
  'requests/allowed-values': onlyElsewhere,
  'requests/stated-media-type': onlyElsewhere,
  'responses/headers': onlyElsewhere,
  'responses/problem-status': onlyElsewhere,
  'parameters/stated-refusals': onlyElsewhere,
  'responses/stated-equality': onlyElsewhere,
  'responses/stated-nulls': onlyElsewhere,
  'responses/write-only': onlyElsewhere,
  'http/ambiguous-requests':
    'A parser of HTTP rejects such messages before any stage of the reference server sees them; src/conformance/rules/strict-http.test.ts has a server that takes one.',
  'requests/assumed-values':
    'Who serves odd values takes them in other requests as well: requests/several-problems holds some beside certain problems.',
  'requests/large-bodies':
    'What fails for its size also fails in requests/far-elements and requests/invalid-in-any-form, which are as large.',
  'requests/missing-field':
    'Fields are also missing in requests/side-by-side and requests/invalid-in-any-form, which repeat such a request.',
  'http/chunked-request':
    'A server that rejects chunks also rejects those of requests/same-text, which sends one text in several ways.',
  'orders/unknown-field-refused':
    'The only field beside others that is sent without an order is also in orders/no-order and orders/needs-key.',
  'requests/generated-bodies':
    'Odd shipments also stand behind the problems of requests/invalid-in-any-shipment.',
  'requests/several-problems':
    'Several problems also stand in shipments of every form, in requests/invalid-in-any-shipment.',
  'requests/unknown-query': 'requests/unusual-heads has a query that no operation knows as well.',
};
