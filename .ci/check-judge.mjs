/**
 * Does another validator judge as Drydock does? Each documented request and answer of our own document and of five others, what the
 * mock answers, and requests without a required field are held against @stoplight/prism-http, whose reading of a document is its own.
 * A difference that `explained` doesn't name fails, and so does an explanation that nothing needs.
 *
 *   node .ci/check-judge.mjs [--all]      --all prints every difference with its explanation
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { requestMaker } from '../bench/documents/requests.mjs';
import { loadModules } from '../src/build/load-modules.mjs';
import { createServer } from '../dist/src/index.js';
import { explained } from './judge-differences.mjs';

const require = createRequire(import.meta.url);
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
const { validateInput, validateOutput } = require('@stoplight/prism-http/dist/validator/index.js');
const { examplesOf, jsonMediaType, requestBodyValidator, responseBodyValidator } = await loadModules(
  'judge-check',
  'contract/operations.ts',
  'contract/contract.ts',
);

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const documents = {
  own: file('openapi.yaml'),
  control: file('src/control/control-api.yaml'),
  library: file('src/testing/library/library.yaml'),
  'honest-library': file('src/conformance/testing/documents/library.yaml'),
  postcodes: file('.ci/node_modules/@ideal-postcodes/openapi/dist/openapi.yaml'),
  directus: file('node_modules/@directus/specs/dist/openapi.json'),
};

const counts = { requests: 0, answers: 0, broken: 0, agreed: 0 };
const differences = [];
for (const [name, spec] of Object.entries(documents)) await hold(name, spec);

const used = new Set();
const unexplained = [];
for (const difference of differences) {
  const reason = explained.find(
    ({ where, says }) => where.test(difference.where) && says.test(difference.says),
  );
  if (reason) used.add(reason);
  else unexplained.push(difference);
  if (process.argv.includes('--all'))
    console.log(`${difference.where}: ${difference.says}\n    ${reason?.because ?? 'UNEXPLAINED'}`);
}
for (const { where, says } of unexplained.slice(0, 30)) console.log(`Not explained: ${where}: ${says}`);
const idle = explained.filter((reason) => !used.has(reason));
for (const { because } of idle) console.log(`Explains nothing: ${because}`);
const { requests, answers, broken, agreed } = counts;
console.log(
  `${requests} requests, ${broken} broken ones and ${answers} answers of ${Object.keys(documents).length} documents: ` +
    `${agreed} judged alike, ${differences.length} otherwise, ${unexplained.length} of them not explained.`,
);
process.exitCode = unexplained.length + idle.length > 0 ? 1 : 0;

async function hold(name, spec) {
  const server = await createServer({ ...(name !== 'own' && { spec }), port: 0, quota: 'off' });
  const { contract } = server.mock();
  const theirs = new Map(
    (await getHttpOperationsFromSpec(spec)).map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]),
  );
  const requestOf = requestMaker(contract);
  for (const operation of contract.operations) {
    const title = `${operation.method.toUpperCase()} ${operation.path}`;
    const resource = theirs.get(title);
    const at = `${name} ${title}`;
    const request = requestOf(operation);
    holdRequests(contract, operation, resource, request, at);
    holdExamples(contract, operation, resource, at);
    const response = await fetch(server.origin + (contract.basePaths[0] ?? '') + request.target, {
      ...{ method: request.method, body: request.body },
      headers: { ...request.headers, ...(name === 'own' && { Authorization: 'Bearer dk_test_judge' }) },
      redirect: 'manual',
    });
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    if (/json/.test(type))
      holdAnswer(
        ...[contract, operation, resource, response.status, type, JSON.parse(text), `${at} of the mock`],
        Object.fromEntries(response.headers),
      );
  }
  await server.close();
}

function holdRequests(contract, operation, resource, request, at) {
  const url = new URL(request.target, 'http://localhost');
  const query = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    query[key] = values.length === 1 ? values[0] : values;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) => [key.toLowerCase(), value]),
  );
  const element = { method: operation.method, url: { path: url.pathname, query }, headers };
  const content = operation.requestBody?.value.content;
  const mediaType = jsonMediaType(content);
  if (typeof request.body !== 'string' || mediaType === undefined) {
    if (request.body === undefined)
      compare(true, () => validateInput({ resource, element }), `${at} request`, 'requests');
    return;
  }
  const validate = requestBodyValidator(contract, operation) ?? (() => true);
  const bodies = [JSON.parse(request.body), ...examplesOf(contract.document, content[mediaType]).values()];
  for (const body of bodies) {
    const judged = (value) =>
      validateInput({
        resource,
        element: {
          ...element,
          headers: {
            ...headers,
            'content-type': mediaType,
            'content-length': String(JSON.stringify(value).length),
          },
          body: value,
        },
      });
    compare(validate(body), () => judged(body), `${at} request`, 'requests');
    for (const field of Object.keys(Object(body))) {
      const { [field]: _, ...broken } = body;
      if (!validate(broken)) compare(false, () => judged(broken), `${at} request without ${field}`, 'broken');
    }
  }
}

function holdExamples(contract, operation, resource, at) {
  for (const [status, { value }] of operation.responses)
    for (const [type, media] of Object.entries(value.content ?? {}))
      if (/json/.test(type))
        for (const [example, body] of examplesOf(contract.document, media))
          holdAnswer(
            ...[contract, operation, resource, Number(status) || 500, type, body],
            `${at} ${status} example ${example}`,
          );
}

/** @param headers of the response; an example has its media type alone */
function holdAnswer(contract, operation, resource, status, type, body, where, headers) {
  const validate = responseBodyValidator(contract, operation, status, type);
  if (!validate) return;
  const element = { statusCode: status, headers: headers ?? { 'content-type': type }, body };
  compare(validate(body), () => validateOutput({ resource, element }), where, 'answers');
}

/** Errors alone count: warnings are about what a document doesn't say. */
function compare(ours, judge, where, kind) {
  counts[kind] += 1;
  const errors = errorsOf(judge);
  if (ours === (errors.length === 0)) {
    counts.agreed += 1;
    return;
  }
  const said = errors.map(({ path = [], message }) => `${path.join('.')} ${message}`).join('; ');
  differences.push({ where, says: ours ? `Prism refuses: ${said}` : 'Prism accepts what Drydock refuses' });
}

function errorsOf(judge) {
  try {
    const result = judge();
    return result._tag === 'Left' ? result.left.filter(({ severity }) => severity === 0) : [];
  } catch (cause) {
    return [{ message: `it throws ${cause.message}` }];
  }
}
