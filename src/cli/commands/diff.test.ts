import { beforeAll, describe, expect, it } from 'vitest';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { SHIPMENT } from '../../../kill-matrix/variations/requests.js';
import { drydock, type Sandbox } from '../../client/index.js';
import { packageFile } from '../../contract/package-root.js';
import type { Comparison } from '../../diff/diff-documents.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { callCommand } from '../testing/call-command.js';

const folder = temporaryFolder();
const old = packageFile('openapi.yaml');
const planned = join(folder, 'planned.json');
const traffic = join(folder, 'traffic');
let mock: Awaited<ReturnType<typeof startMock>>;

const secret = 'sk_live_51H8xTopSecretValue';

beforeAll(async () => {
  writeFileSync(planned, JSON.stringify(plannedDocument()));
  mock = await startMock();
  const client = drydock.attach({ url: mock.url, token: mock.controlToken });
  const shipments = [
    ...(['alice', 'alice', 'bob'] as const).map((name) => [name, 'KG'] as const),
    ...([
      ['carol', 'LBS'],
      ['dave', 'STONE'],
    ] as const),
  ];
  for (const [name, unit] of shipments)
    await send(client.sandbox(name), '/get-shipping-rates', { ...SHIPMENT, weight_unit: unit, note: secret });
  await send(client.sandbox('erin'), '/categories');
  mkdirSync(traffic);
  for (const { name } of await client.sandboxes())
    writeFileSync(join(traffic, `${name}.har`), JSON.stringify(await client.sandbox(name).har()));
});

/** Three planned changes: a unit goes, a field of rates goes, and orders get a parameter that must be sent. */
function plannedDocument(): object {
  const document = parse(readFileSync(old, 'utf8')) as Document;
  const { RateRequest, ShippingRate } = document.components.schemas;
  RateRequest.properties.weight_unit.enum = ['LBS'];
  Reflect.deleteProperty(ShippingRate.properties, 'logo');
  ShippingRate.required = ShippingRate.required.filter((name) => name !== 'logo');
  const [, orders] = Object.entries(document.paths).find(([path]) => path.startsWith('/orders/')) ?? [];
  orders?.get.parameters.push({ name: 'lang', in: 'query', required: true, schema: { type: 'string' } });
  return document;
}

interface Schema {
  required: string[];
  readonly properties: { readonly weight_unit: { enum: string[] } };
}

interface Document {
  readonly components: { readonly schemas: Record<'RateRequest' | 'ShippingRate', Schema> };
  readonly paths: Record<string, { get: { parameters: object[] } }>;
}

async function send(sandbox: Sandbox, path: string, body?: object): Promise<void> {
  await fetch(sandbox.url + path, {
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

async function compared(...flags: string[]): Promise<{ exitCode: number; report: Comparison }> {
  const { exitCode, out } = await callCommand(['diff', old, planned, '--report', 'json', ...flags]);
  return { exitCode, report: JSON.parse(out) as Comparison };
}

/** A folder with a file of coverage, and with one that is something else. */
function folderOf(coverage: string): string {
  const mixed = temporaryFolder();
  writeFileSync(join(mixed, 'c.json'), coverage);
  writeFileSync(join(mixed, 'package.json'), '{"name":"x"}');
  return mixed;
}

const breaking = ({ changes }: Comparison) => changes.filter(({ effect }) => effect === 'breaking');

describe('drydock diff', () => {
  it('weighs three planned changes by what clients sent and got', async () => {
    const { exitCode, report } = await compared('--met', traffic);
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({
      traffic: { exchanges: 6, elsewhere: 0, unread: 0 },
      verdict: 'BREAKS: 3 breaking changes, 2 met by recorded clients.',
    });
    expect(breaking(report).map(({ kind, met }) => [kind, met?.exchanges, met?.clients])).toEqual([
      ['enum-values-removed', 3, ['sandbox alice', 'sandbox bob']],
      ['required-property-removed', 4, ['sandbox alice', 'sandbox bob', 'sandbox carol']],
      ['required-parameter-added', 0, []],
    ]);
    expect(breaking(report)[0]?.met).toMatchObject({
      first: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      example: 'POST /api/v1/developer/get-shipping-rates with /weight_unit "KG" (alice.har, entry 1)',
    });
    expect(report.traffic?.refused).toMatchObject([
      { operation: 'getShippingRates', problem: expect.stringContaining('weight_unit'), exchanges: 3 },
    ]);
  });

  it('reads the journal of a running mock', async () => {
    const { exitCode, report } = await compared('--met', mock.origin, '--control-token', mock.controlToken);
    expect([exitCode, report.traffic?.exchanges]).toEqual([1, 6]);
    expect(report.traffic?.clients).toContain('sandbox alice');
  });

  it('fails by what was met where there is traffic, else by what breaks on paper, and by nothing with none', async () => {
    const quiet = join(traffic, 'erin.har');
    const codes = await Promise.all(
      [[], ['--met', quiet], ['--met', quiet, '--fail-on', 'breaking'], ['--fail-on', 'none']].map(
        async (flags) => (await compared(...flags)).exitCode,
      ),
    );
    expect(codes).toEqual([1, 0, 1, 0]);
  });

  it('takes coverage as a witness of places, and says what it does not know', async () => {
    const file = join(folder, 'coverage.json');
    const { exitCode, out } = await callCommand([
      ...['coverage', '--json', '--url', mock.origin, '--control-token', mock.controlToken],
    ]);
    expect(exitCode).toBe(0);
    writeFileSync(file, out);
    const gone = join(folder, 'gone.json');
    const document = parse(readFileSync(old, 'utf8')) as Document;
    writeFileSync(gone, JSON.stringify({ ...document, paths: { ...document.paths, '/categories': {} } }));
    const removed = await callCommand(['diff', old, gone, '--met', file]);
    const ofFolder = await callCommand(['diff', old, gone, '--met', folderOf(out), '--report', 'json']);
    expect((JSON.parse(ofFolder.out) as Comparison).traffic?.coverage).toEqual(['c.json']);
    expect([removed.exitCode, removed.out]).toEqual([
      1,
      expect.stringContaining('    met by coverage.json\n'),
    ]);
    const unknown = await compared('--met', file);
    expect([unknown.exitCode, unknown.report.notices]).toEqual([
      0,
      [
        'Not known: by coverage clients reached the places of 2 breaking changes; it has no values that would tell.',
      ],
    ]);
  });

  it('can not judge by traffic with another service', async () => {
    const elsewhere = join(folder, 'elsewhere.ndjson');
    writeFileSync(elsewhere, '{"method":"GET","url":"https://other.example/x","status":200}\n');
    const { exitCode, report } = await compared('--met', elsewhere);
    expect(exitCode).toBe(3);
    expect(report.verdict).toMatch(/^COULD NOT JUDGE: no recorded exchange goes to an operation of OLD/);
    const allowed = await compared('--met', elsewhere, '--fail-on', 'none');
    expect(allowed.exitCode).toBe(0);
    expect(allowed.report.verdict).toMatch(/^COULD NOT JUDGE: .* met; nothing fails with --fail-on none\.$/);
  });

  it('does not know who meets a change of what a service sends by itself', async () => {
    const document = parse(readFileSync(old, 'utf8')) as Document;
    const withWebhook = (values: readonly string[]): string => {
      const file = join(folder, `webhook-${values.length}.json`);
      const content = { 'application/json': { schema: { enum: values } } };
      const shipped = { post: { requestBody: { required: true, content }, responses: {} } };
      writeFileSync(file, JSON.stringify({ ...document, openapi: '3.1.0', webhooks: { shipped } }));
      return file;
    };
    const sides = ['diff', withWebhook(['sent']), withWebhook(['sent', 'lost'])];
    const unweighed = await callCommand(sides);
    expect([unweighed.exitCode, unweighed.out]).toEqual([
      1,
      expect.stringContaining('POST webhook shipped: request body has the new value lost\n'),
    ]);
    const { exitCode, out } = await callCommand([...sides, '--met', traffic]);
    expect([exitCode, out]).toEqual([3, expect.stringContaining('Breaking, and not weighed (1)\n')]);
    expect(out).toContain(
      'Not known: 1 breaking change is about webhooks and callbacks, which recordings do not weigh.\n',
    );
    expect(out).toMatch(
      /COULD NOT JUDGE: recordings do not weigh webhooks and callbacks, .* 1 breaking change of these is met\.$/,
    );
    const allowed = await callCommand([...sides, '--met', traffic, '--fail-on', 'none']);
    expect([allowed.exitCode, allowed.out]).toEqual([
      0,
      expect.stringMatching(/COULD NOT JUDGE: .* is met; nothing fails with --fail-on none\.$/),
    ]);
  });

  it('accepts expected changes until they expire, and tells of entries that are of no use', async () => {
    const list = join(folder, 'expected.yaml');
    const entries = (expires: string) =>
      `- { change: 'request/enum-values-removed@**', reason: Units are metric, expires: ${expires} }\n` +
      "- { change: 'response/required-property-removed@**', reason: Nobody shows logos }\n- { change: nothing, reason: Gone }\n";
    writeFileSync(list, entries('2999-01-01'));
    const accepted = await compared('--met', traffic, '--expected-changes', list);
    expect([accepted.exitCode, accepted.report.notices]).toEqual([
      0,
      ['The expected change nothing is not among the changes: take it off the list.'],
    ]);
    writeFileSync(list, entries('2001-01-01'));
    const expired = await compared('--met', traffic, '--expected-changes', list);
    expect([expired.exitCode, expired.report.notices[0]]).toEqual([
      1,
      'The expected change request/enum-values-removed@** was accepted until 2001-01-01 and counts again: Units are metric',
    ]);
  });

  it('writes every report, none with a secret', async () => {
    const file = (name: string): string => join(folder, name);
    const reports = ['text', 'markdown', 'sarif', 'json'].map((name) => `${name}=${file(name)}`);
    const { exitCode, err } = await callCommand([
      ...['diff', old, planned, '--met', traffic],
      ...reports.flatMap((report) => ['--report', report]),
    ]);
    expect([exitCode, err]).toEqual([1, 'BREAKS: 3 breaking changes, 2 met by recorded clients.']);
    const [text = '', markdown = '', sarif = '', json = ''] = ['text', 'markdown', 'sarif', 'json'].map(
      (name) => readFileSync(file(name), 'utf8'),
    );
    expect(text).toContain('met by 2 of 5 sandboxes in 3 exchanges, first at ');
    expect(markdown).toContain('### BREAKS: 3 breaking changes, 2 met by recorded clients.\n');
    expect((JSON.parse(sarif) as Sarif).runs[0]?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual(
      [
        ['enum-values-removed', 'error'],
        ['required-property-removed', 'error'],
        ['required-parameter-added', 'warning'],
      ],
    );
    const schema = JSON.parse(
      readFileSync(packageFile('src', 'diff', 'reports', 'diff-report.schema.json'), 'utf8'),
    ) as object;
    const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
    validate(JSON.parse(json));
    expect(validate.errors).toBeNull();
    for (const written of [text, markdown, sarif, json]) expect(written).not.toContain(secret);
  });

  it.each<[string[], RegExp]>([
    [[old], /^Say which two documents: drydock diff /],
    [[old, 'no-such.yaml'], /no-such\.yaml/],
    [[old, old, '--met', 'no-such.har'], /^--met can't read no-such\.har: /],
    [[old, old, '--met', temporaryFolder()], /has no \.har, \.ndjson or \.jsonl file, and no coverage\.$/],
    [[old, old, '--met', 'http://127.0.0.1:9'], /give its control token with --control-token/],
    [[old, old, '--fail-on', 'all'], /--fail-on/],
    [[old, old, '--report', 'html'], /--report/],
    [[old, old, '--expected-changes', 'none.yaml'], /none\.yaml/],
  ])('says what is wrong with %j', async (args, expected) => {
    const { exitCode, out, err } = await callCommand(['diff', ...args]);
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toMatch(expected);
    expect(err.split('\n')).toHaveLength(1);
  });
});

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly { readonly ruleId: string; readonly level: string }[];
  }[];
}
