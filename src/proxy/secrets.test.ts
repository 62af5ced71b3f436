/** A text that one exchange shows to be a secret is in no output of later ones, nor in an output of earlier ones that is made later. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SecretSearch } from '../../kill-matrix/secrets/secret-search.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import { drydock } from '../client/index.js';
import { callTool } from '../mcp/call-tool.js';
import type { ToolContext } from '../mcp/tool.js';
import { drift } from '../recordings/drift.js';
import { scenarioFromRecording, scenarioYaml } from '../recordings/scenario/scenario-from-recording.js';
import { readRecording } from '../recordings/reading/read-recording.js';
import { createReport, reportNames } from '../reports/registry.js';
import type { ConformanceEvent } from '../conformance/events.js';
import { spellings } from '../secrets/testing/spellings.js';
import { loadShippingContract, shippingService } from '../shipping/shipping-service.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { HarLog } from './recording/har-log.js';
import { createServer } from '../server/create-server.js';
import { startProxy } from './start-proxy.js';
import { exchange, startTarget, type RawRequest } from './testing/proxied.js';

const [rules, contract] = [await loadRules(), await loadShippingContract()];

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;

/** The parts of one exchange: of the request, and of the response to it. */
interface Planted {
  readonly request?: Omit<RawRequest, 'path'> & { readonly query?: string };
  readonly response?: { readonly headers?: Record<string, string>; readonly body?: string };
}

const sent = (fields: readonly string[], body?: string): Planted => ({
  request: body === undefined ? { fields } : { method: 'POST', fields, body: Buffer.from(body) },
});
const got = (headers: Record<string, string>, body?: string): Planted => ({
  response: { headers, ...(body !== undefined && { body }) },
});
const inUrl = (secret: string) => encodeURIComponent(secret);

/** Each place where a secret stands, by its name. */
const places: Readonly<Record<string, (secret: string) => Planted>> = {
  'a Bearer credential': (secret) => sent(['Authorization', `Bearer ${secret}`]),
  'the password of Basic credentials': (secret) => sent(['Authorization', `Basic ${btoa(`joe:${secret}`)}`]),
  'a credential of a proxy': (secret) => sent(['Proxy-Authorization', `Bearer ${secret}`]),
  'a cookie': (secret) => sent(['Cookie', `theme=dark; s1=${inUrl(secret)}`]),
  'a header of keys': (secret) => sent(['X-Api-Key', secret]),
  'a token against forgery': (secret) => sent(['X-CSRF-Token', secret]),
  'a scheme in another header': (secret) => sent(['X-Upstream', `Bearer ${secret}`]),
  'the query': (secret) => ({ request: { query: `access_token=${inUrl(secret)}` } }),
  'an address that a header names': (secret) => sent(['Referer', `http://a.test/?token=${inUrl(secret)}`]),
  'a form': (secret) => sent(['Content-Type', form], `user=joe&password=${inUrl(secret)}`),
  'a nested form': (secret) => sent(['Content-Type', form], `user%5Bpassword%5D=${inUrl(secret)}`),
  'a part of a form': (secret) =>
    sent(['Content-Type', 'multipart/form-data; boundary=b'], multipart('password', secret)),
  ...Object.fromEntries(
    [
      'password',
      'bearer',
      'key',
      'accessKey',
      'privateKey',
      'private_key',
      'signature',
      'csrf',
      'api_key',
    ].map((name) => [
      `the member ${name}`,
      (secret: string) => sent(['Content-Type', json], JSON.stringify({ a: { [name]: secret } }, null, 1)),
    ]),
  ),
  'a code of OAuth': (secret) =>
    sent(['Content-Type', form], `grant_type=authorization_code&code=${inUrl(secret)}`),
  'a cookie that is set': (secret) => got({ 'Set-Cookie': `s1=${inUrl(secret)}; Path=/; HttpOnly` }),
  'a token that is issued': (secret) => got({}, JSON.stringify({ token_type: 'x', access_token: secret })),
  'the query of a redirection': (secret) => got({ Location: `/done?state=7&code=${inUrl(secret)}` }),
  'the fragment of a redirection': (secret) => got({ Location: `/done#id_token=${inUrl(secret)}` }),
  'the password of an address': (secret) => got({}, JSON.stringify({ db: `pg://joe:${inUrl(secret)}@h/d` })),
};

const spelled = Object.values(spellings);

/** Other secrets in each run; a failure names the seed, and `SECRETS_SEED` repeats it. */
const seed = process.env.SECRETS_SEED ?? randomBytes(6).toString('hex');

interface PlantedSecret {
  readonly place: string;
  readonly secret: string;
}

const secretsFor = (names: readonly string[]): PlantedSecret[] =>
  names.map((place, index) => {
    const text = createHash('sha256').update(`${seed}: a secret for ${place}`).digest('base64');
    return { place, secret: `${text.slice(0, 14 + (index % 28))}~7-` };
  });

it(`a secret in any place of an exchange is in no output, in any spelling: proxy, seed ${seed}`, async () => {
  const secrets = secretsFor(Object.keys(places));
  expectNone(secrets, await outputsOfProxy(secrets));
}, 300_000);

it(`a secret in any place of a request is in no output, in any spelling: mock, seed ${seed}`, async () => {
  const secrets = secretsFor(Object.keys(places).filter((place) => places[place]?.('').request));
  expectNone(secrets, await outputsOfMock(secrets));
}, 300_000);

function expectNone(secrets: readonly PlantedSecret[], texts: Record<string, string>): void {
  const search = new SecretSearch(Object.fromEntries(secrets.map(({ place, secret }) => [place, secret])));
  for (const [output, text] of Object.entries(texts)) {
    expect([output, /MARK|"verified"/.test(text)]).toEqual([output, true]);
    expect(search.in(output, text)).toEqual([]);
  }
}

/**
 * Plants the secrets, and repeats each of them in a hundred later exchanges.
 *
 * @param base address of the service
 * @param respond sets what a target responds
 */
async function plant(
  base: string,
  secrets: readonly PlantedSecret[],
  respond: (response: Planted['response']) => void = () => undefined,
): Promise<void> {
  const ask = async ({ query, ...request }: NonNullable<Planted['request']> = {}, path = '/categories') => {
    const target = base.slice(new URL(base).origin.length) + path;
    await exchange(base, { ...request, path: query === undefined ? target : `${target}?${query}` });
  };
  for (const { place, secret } of secrets) {
    const planted = places[place]?.(secret);
    respond(planted?.response);
    await ask(planted?.request);
  }
  for (let count = 0; count < 100; count += 1) {
    const { secret = '' } = secrets[count % secrets.length] ?? {};
    const text = spelled[(count * 7) % spelled.length]?.(secret) ?? '';
    const inHeader = encodeURIComponent(text);
    respond({
      headers: { 'X-Echo': inHeader },
      body: JSON.stringify({ status: `MARK ${secret}`, note: text }),
    });
    const fields = ['Content-Type', json, 'X-Note', inHeader];
    const path = `/carriers/${encodeURIComponent(secret)}/MARK`;
    await ask({
      method: 'POST',
      fields,
      body: Buffer.from(JSON.stringify({ text, secret })),
      query: `q=${inHeader}`,
    });
    await ask({ fields }, path);
  }
}

/** @returns all that a proxy writes of what passed it */
async function outputsOfProxy(secrets: readonly PlantedSecret[]): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  const [har, log] = [join(folder, 'traffic.har'), join(folder, 'access')];
  let response: Planted['response'];
  const target = await startTarget((request, reply) => {
    request.resume();
    reply.writeHead(200, { 'Content-Type': json, ...response?.headers });
    reply.end(response?.body ?? '{"status":"MARK"}');
  });
  const lines: string[] = [];
  const proxy = await startProxy({
    server: {
      ...{ port: 0, service: shippingService({}), accessLog: log, controlToken },
      log: (line) => lines.push(line),
    },
    gateway: { url: target.url },
    judging: { rules },
    har: new HarLog(har),
  });
  const { origin } = proxy.server;
  const events = await followEvents(`${origin}/__drydock/events`);
  await plant(origin, secrets, (planted) => (response = planted));
  const control = await controlOutputs(origin);
  const verdict = await proxy.close();
  events.end();
  return {
    ...control,
    events: events.text(),
    'the log': `MARK${lines.join('\n')}`,
    'the access log': readFileSync(log, 'utf8'),
    'the HAR': readFileSync(har, 'utf8'),
    ...(await reportsOf('the verdict', verdict.events)),
    ...(await recordedOutputs(folder, origin, secrets)),
  };
}

/** @returns all that a mock writes of the requests to it */
async function outputsOfMock(secrets: readonly PlantedSecret[]): Promise<Record<string, string>> {
  const log = join(temporaryFolder(), 'access');
  const lines: string[] = [];
  const server = await createServer({
    ...{ port: 0, service: shippingService({}), quota: 'off', accessLog: log, controlToken },
    log: (line) => lines.push(line),
  });
  const events = await followEvents(`${server.origin}/__drydock/events`);
  await plant(server.url, secrets);
  const control = await controlOutputs(server.origin);
  await server.close();
  events.end();
  return {
    ...control,
    events: events.text(),
    'the log': `MARK${lines.join('\n')}`,
    'the access log': readFileSync(log, 'utf8'),
  };
}

const controlToken = 'control-token-of-this-test';
const asControl = { Authorization: `Bearer ${controlToken}` };

async function controlOutputs(origin: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const get = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(`${origin}/__drydock/${path}`, {
      ...init,
      headers: { ...asControl, ...(init.headers as Record<string, string>) },
    });
    expect([path, response.status]).toEqual([path, 200]);
    texts[`${path}${JSON.stringify(init)}`] = await response.text();
  };
  await get('sandboxes/public/requests?limit=1000');
  await get('sandboxes/public/requests?limit=1000&summary=true');
  await get('sandboxes/public/requests?limit=1000', { headers: { Accept: 'application/har+json' } });
  await get('sandboxes/public/requests/40');
  await get('requests?search=MARK&limit=100');
  const post = { method: 'POST', headers: { 'Content-Type': json } };
  const requests = [{ operation: 'listCategories', body: { text: 'x' }, times: 99 }];
  await get('sandboxes/public/verify', { ...post, body: JSON.stringify({ requests }) });
  return { ...texts, ...(await toolOutputs(origin)) };
}

/** The results of a coding agent's tools. */
async function toolOutputs(origin: string): Promise<Record<string, string>> {
  const mock = drydock.attach({ url: origin, token: controlToken });
  const suite = {
    ...{ targets: [], allowWrites: false, last: () => undefined },
    run: () => Promise.reject(new Error('no suite')),
  };
  const compare = () => Promise.reject(new Error('no documents'));
  const context: ToolContext = { mock: () => Promise.resolve(mock), allowControl: false, suite, compare };
  const lines = await callTool('get_requests', { sandbox: 'public', limit: 100 }, context);
  const ids = (lines.requests as { id: number }[]).map(({ id }) => id);
  const inFull: unknown[] = [];
  for (let from = 0; from < ids.length; from += 20)
    inFull.push(
      await callTool('get_requests', { sandbox: 'public', ids: ids.slice(from, from + 20) }, context),
    );
  const expected = { sandbox: 'public', requests: [{ path: '/MARK', times: 99 }] };
  return {
    'the tool get_requests': `MARK${JSON.stringify(lines)}`,
    'the tool get_requests with ids': JSON.stringify(inFull),
    'the tool verify_requests': `MARK${JSON.stringify(await callTool('verify_requests', expected, context))}`,
  };
}

async function followEvents(url: string): Promise<{ text: () => string; end: () => void }> {
  const ended = new AbortController();
  const chunks: string[] = [];
  const { body } = await fetch(url, { headers: asControl, signal: ended.signal });
  const reading = async () => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      chunks.push(Buffer.from(chunk).toString());
  };
  reading().catch(() => undefined);
  return { text: () => chunks.join(''), end: () => ended.abort() };
}

async function reportsOf(name: string, events: readonly ConformanceEvent[]): Promise<Record<string, string>> {
  const texts: Record<string, string> = { [`${name} as events`]: `MARK${JSON.stringify(events)}` };
  for (const format of reportNames) {
    const report = await createReport(format, { color: false });
    texts[`${name} as ${format}`] = `MARK${events.map((event) => report.write(event)).join('')}`;
  }
  return texts;
}

/** A recording of somebody else, in which later exchanges show what is secret in earlier ones. */
async function recordedOutputs(
  folder: string,
  origin: string,
  secrets: readonly PlantedSecret[],
): Promise<Record<string, string>> {
  const file = join(folder, 'other.ndjson');
  const line = (secret: string, authorization?: string) =>
    JSON.stringify({
      method: 'GET',
      url: `${origin}/categories`,
      requestHeaders: authorization === undefined ? {} : { Authorization: authorization },
      status: 200,
      responseHeaders: { 'Content-Type': json },
      responseBody: JSON.stringify({ status: `MARK ${secret}` }),
    });
  const own = secrets.map(({ secret }, index) => `${index}-own/${secret.slice(0, 6)}-${index}`);
  writeFileSync(
    file,
    [...own.map((secret) => line(secret)), ...own.map((secret) => line('', `Bearer ${secret}`))].join('\n'),
  );
  const events: ConformanceEvent[] = [];
  for await (const event of drift({ file, contract, rules })) events.push(event);
  const { definition } = await scenarioFromRecording(readRecording(file, { noExchange: 0, tooLarge: 0 }), {
    contract,
    title: 'MARK',
  });
  const texts = { ...(await reportsOf('drift', events)), 'an imported scenario': scenarioYaml(definition) };
  const search = new SecretSearch(Object.fromEntries(own.map((secret, index) => [`own ${index}`, secret])));
  expect(Object.entries(texts).flatMap(([output, text]) => search.in(output, text))).toEqual([]);
  return texts;
}
