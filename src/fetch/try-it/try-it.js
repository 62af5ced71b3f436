/* global document */
// The page of docs/try-it.md: a form for one request, answered by the mock in this page.
import { createFetchHandler } from '../../../dist/src/fetch/index.js';
import compiled from '../../../dist/src/fetch/precompiled/shipping-document.js';

const handler = createFetchHandler();
const at = (id) => document.getElementById(id);
const requests = [];

for (const [path, item] of Object.entries(compiled.document.paths))
  for (const [method, operation] of Object.entries(item)) {
    const examples = operation.requestBody?.content['application/json'].examples ?? { '': {} };
    for (const [name, { value }] of Object.entries(examples)) requests.push({ path, method, name, value });
  }

function option(text) {
  const element = document.createElement('option');
  element.textContent = text;
  return element;
}

at('operation').append(
  ...requests.map(({ path, method, name }) =>
    option(`${method.toUpperCase()} ${path}${name === '' ? '' : `, ${name.replaceAll('_', ' ')}`}`),
  ),
);
at('operation').addEventListener('change', showBody);
showBody();

function showBody() {
  const { value } = requests[at('operation').selectedIndex];
  at('body-part').hidden = value === undefined;
  at('body').value = value === undefined ? '' : JSON.stringify(value, null, 2);
}

void offerScenarios();

async function offerScenarios() {
  const scenarios = await handler.control.scenarios();
  at('scenario').append(option('normal'), ...scenarios.map(({ name }) => option(name)));
  at('scenario').addEventListener('change', () => {
    const { title, advice } = scenarios[at('scenario').selectedIndex - 1] ?? { title: '', advice: '' };
    at('advice').textContent = title === '' ? '' : `${title}. ${advice}`;
  });
}

/** The latest ids of a rate and an order, in place of the document's examples. */
const latest = { rate: undefined, order: undefined };

at('request').addEventListener('submit', async (event) => {
  event.preventDefault();
  await send().catch((error) => show(`${error.name}: ${error.cause?.message ?? error.message}`, '', ''));
  await showJournal();
});

async function send() {
  const { path, method, value } = requests[at('operation').selectedIndex];
  const headers = { Authorization: `Bearer ${at('key').value}`, 'X-Mock-Scenario': at('scenario').value };
  if (value !== undefined) headers['Content-Type'] = 'application/json';
  const body = value === undefined ? undefined : withLatest(at('body').value);
  show('Waiting …', '', '');
  const target = path.replace('{tracking_number}', latest.order ?? 'DDK0');
  const signal = AbortSignal.timeout(10_000);
  const response = await handler(handler.url + target, {
    method: method.toUpperCase(),
    headers,
    body,
    signal,
  });
  const lines = [...response.headers].map(([name, text]) => `${name}: ${text}`).join('\n');
  show(`${response.status} ${response.statusText}`, lines, await response.text());
}

/** An order of the example's rate would be refused: this page did not quote it. */
function withLatest(text) {
  return latest.rate === undefined ? text : text.replace(/"rate_id": "[^"]*"/, `"rate_id": "${latest.rate}"`);
}

function show(status, headers, text) {
  at('status').textContent = status;
  at('headers').textContent = headers;
  at('answer').textContent = readable(text);
}

function readable(text) {
  try {
    const value = JSON.parse(text);
    latest.rate = value.data?.[0]?.request_id ? value.data[0].id : latest.rate;
    latest.order = value.data?.[0]?.tracking_number ?? latest.order;
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

async function showJournal() {
  const [, sandbox] = /^dk_\w+?_([\w.-]+)/.exec(at('key').value) ?? [];
  const entries = await handler.requests({ sandbox: sandbox ?? 'public' });
  const lines = entries.slice(-20).map(({ request, response, scenario }) => {
    const line = document.createElement('li');
    const by = scenario === null ? '' : `, ${scenario.names.join(', ')}`;
    line.textContent = `${request.method} ${request.path}: ${response.status}${by}`;
    return line;
  });
  at('no-journal').hidden = lines.length > 0;
  at('journal').replaceChildren(...lines);
}
