import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConformanceEvent, PlanEvent } from '../conformance/events.js';
import { printable } from '../conformance/printable.js';
import { createReport, reportNames, type ReportName } from './registry.js';
import type { ReportSettings } from './report.js';
import { fiveMistakes } from '../conformance/testing/five-mistakes.js';
import { runAgainstService } from '../conformance/testing/run-suite.js';
import { packageFile } from '../contract/package-root.js';
import { impossibleRun, sampleRun } from './testing/sample-run.js';

const settings = { version: '1.2.3', startedAt: '2026-01-15T09:30:00.000Z' };

async function reportOf(
  name: ReportName,
  events: readonly ConformanceEvent[],
  more: ReportSettings = {},
): Promise<string> {
  const report = await createReport(name, { ...settings, ...more });
  return events.map((event) => report.write(event)).join('');
}

/** A report without the styles, which the dashboard has too. */
function unstyled(text: string): string {
  return text.replace(/<style>[^<]*<\/style>/, '');
}

/** The expected text of a report, in golden/; `UPDATE_GOLDEN=1` rewrites it. */
function golden(name: string, text: string): string {
  const file = fileURLToPath(new URL(`./golden/${name}.txt`, import.meta.url));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  return readFileSync(file, 'utf8');
}

/** Texts that a hostile target might send wherever it controls a text. */
const hostile = printable(
  '</script><script>alert(1)</script>"\'&<img src=x onerror=alert(1)>]]>--> \u001b[2J\u0000\u202eabc\ufffe\ud800 {{verdict}} $& ',
);

describe.each(reportNames)('the %s report', (name) => {
  it('has the text of its golden file', async () => {
    const text = unstyled(await reportOf(name, sampleRun()));
    expect(text).toBe(golden(name, text));
  });

  it('explains why a target could not be judged', async () => {
    expect(await reportOf(name, impossibleRun())).toMatch(/be reached: nothing listens there/);
  });

  it('does not say that all is well where a target could not be judged', async () => {
    expect(await reportOf(name, impossibleRun())).not.toMatch(/Nothing (?:failed|has to be fixed)/);
  });

  it('has no control characters, and no colours by default', async () => {
    const text = await reportOf(name, sampleRun({ actual: hostile, title: hostile }));
    const controls = Array.from(text).filter((character) => character < ' ' && character !== '\n');
    expect(controls).toEqual([]);
  });

  it('accepts cases and failures in any order', async () => {
    const events = sampleRun();
    const shuffled = [...events.slice(0, 1), ...events.slice(1, -1).reverse(), ...events.slice(-1)];
    expect((await reportOf(name, shuffled)).length).toBeGreaterThan(100);
  });
});

describe('the text report', () => {
  it('has colours when the settings ask for them', async () => {
    const text = await reportOf('text', sampleRun(), { color: true });
    expect(text).toContain('\u001b[31mFAIL\u001b[0m');
  });

  it('says where it cuts a body, which would be no JSON else', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(900) });
    const answer = { status: 200, headers: [], body };
    const text = await reportOf('text', sampleRun({ answer }));
    expect(text).toContain(`${body.slice(0, 700)}…\n`);
    expect(await reportOf('text', sampleRun({ answer: { ...answer, body: '{}' } }))).toMatch(/ {12}{}\n/);
  });

  it('shows the progress of a run', async () => {
    const report = await createReport('text', {});
    expect(
      sampleRun()
        .map((event) => report.progress?.(event))
        .filter(Boolean),
    ).toEqual(['1/2 getShippingRates without sender.zip_code', '2/2 getShippingRates without weight']);
  });
});

describe('the fix report', () => {
  it('ends a task with a command that checks the same target against the same document', async () => {
    const [plan, ...rest] = sampleRun() as [PlanEvent, ...ConformanceEvent[]];
    const command = async (change: Partial<PlanEvent>) =>
      /Done when `(.*)` reports/.exec(await reportOf('fix', [{ ...plan, ...change }, ...rest]))?.[1];
    const only = "--only 'requests/missing-field'";
    expect(await command({})).toBe(
      `drydock verify http://127.0.0.1:4010 --spec /elsewhere/openapi.yaml ${only}`,
    );
    const document = packageFile('openapi.yaml');
    expect(await command({ document })).toBe(`drydock verify http://127.0.0.1:4010 ${only}`);
    expect(await command({ document, target: "http://h/it's", level: 'SHOULD', writes: 2 })).toBe(
      `drydock verify 'http://h/it'\\''s' --level should --allow-writes ${only}`,
    );
    expect(await command({ document, exchanges: 3 })).toBe(`drydock verify URL ${only}`);
  });
});

describe('the variables that are named in', () => {
  const sentBy = (curl: string) => ({ method: 'GET', url: 'http://h', headers: {}, body: null, curl });
  const answer = { status: 200, headers: [], body: '' };
  const first = { sent: sentBy('curl -H "X-Key: $DRYDOCK_AUTH_IN_HEADER"'), answer };
  const change = {
    before: [{ ...first, title: 'first', case: 'a' }],
    sent: sentBy('curl "http://h/?key=$DRYDOCK_AUTH_IN_QUERY"'),
  };

  it.each([
    [
      'text',
      'the first to fix on top (keys in commands: export DRYDOCK_AUTH_IN_HEADER DRYDOCK_AUTH_IN_QUERY)',
    ],
    ['fix', 'take the keys from the environment: DRYDOCK_AUTH_IN_HEADER, DRYDOCK_AUTH_IN_QUERY.'],
  ] as const)('the %s report are those of its commands', async (name, sentence) => {
    expect(await reportOf(name, sampleRun(change))).toContain(sentence);
    expect(await reportOf(name, sampleRun())).not.toContain('keys');
  });

  it('the text report are also those of failures that are expected', async () => {
    const accepted = { ...change, expectedFailure: { reason: 'known', expires: null } };
    const text = await reportOf('text', sampleRun(accepted));
    expect(text).toContain('\nkeys in commands: export DRYDOCK_AUTH_IN_HEADER DRYDOCK_AUTH_IN_QUERY\n\n');
  });
});

describe('the JSON report', () => {
  it.each([
    ['a run', sampleRun()],
    ['a target that could not be judged', impossibleRun()],
  ])('of %s matches json-report.schema.json', async (_, events) => {
    const schema = JSON.parse(
      readFileSync(new URL('./json-report.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
    const valid = validate(JSON.parse(await reportOf('json', events)));
    expect(validate.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });
});

describe('the JUnit report', () => {
  it('counts failed and skipped tests by their results, not by text that a target sent', async () => {
    const xml = await reportOf('junit', sampleRun({ actual: '<failure <skipped' }));
    const suites = [...xml.matchAll(/<testsuite name="(\w+)" tests="1" failures="(\d)" skipped="(\d)"/g)];
    expect(suites.map(([, name, failures, skipped]) => [name, failures, skipped])).toEqual([
      ['auth', '0', '1'],
      ['http', '0', '0'],
      ['requests', '1', '0'],
    ]);
  });
});

describe('markup from a target', () => {
  const parts = {
    actual: hostile,
    title: hostile,
    problems: [hostile],
    answer: { status: 200, headers: [[hostile, hostile]] as const, body: hostile },
  };

  it('is escaped in HTML', async () => {
    const html = await reportOf('html', sampleRun(parts));
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    expect(html).toContain('{{verdict}} $&amp; ');
  });

  it('is escaped in XML', async () => {
    const xml = await reportOf('junit', sampleRun(parts));
    expect(xml).not.toMatch(/<script|<img|]]>/);
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
  });
});

describe('the SARIF report', () => {
  it('refers from each result to its rule', async () => {
    const log = JSON.parse(await reportOf('sarif', sampleRun())) as {
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; ruleIndex: number; suppressions?: unknown[] }[];
      }[];
    };
    const [run] = log.runs;
    for (const result of run!.results)
      expect(run!.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    // A file that does not exist here is no place in a repository.
    expect(run!.results[0]).not.toHaveProperty('locations');
    expect(run!.results[1]?.suppressions).toHaveLength(1);
  });

  it('points at the line of a document in the folder that the suite runs in', async () => {
    const document = { file: packageFile('openapi.yaml'), pointer: '/info', line: 3 };
    const log = JSON.parse(await reportOf('sarif', sampleRun({ document }))) as {
      runs: [{ results: [{ locations: unknown }] }];
    };
    expect(log.runs[0].results[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'openapi.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3 },
        },
      },
    ]);
  });
});

/** The ids of the rules that a run finds broken. */
function mistakes(events: readonly ConformanceEvent[]): string[] {
  const failures = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  return failures.filter(({ verdict }) => verdict === 'FAIL').map(({ rule }) => rule.id);
}

describe('the reports of one run', () => {
  it('count the same failures', async () => {
    const events = (await runAgainstService(fiveMistakes, { budget: 200, timeoutMs: 60_000 })).events;
    const texts = Object.fromEntries(
      await Promise.all(reportNames.map(async (name) => [name, await reportOf(name, events)] as const)),
    );
    const failed = {
      text: texts.text?.match(/^FAIL /gm),
      json: (JSON.parse(texts.json ?? '') as { failures: unknown[] }).failures,
      junit: texts.junit?.match(/<failure /g),
      sarif: (JSON.parse(texts.sarif ?? '') as { runs: [{ results: unknown[] }] }).runs[0].results,
      html: texts.html?.match(/ id="cause-\d+"/g),
      markdown: texts.markdown?.match(/^## FAIL /gm),
      ctrf: Array(
        (JSON.parse(texts.ctrf ?? '') as { results: { summary: { failed: number } } }).results.summary.failed,
      ).fill(0),
      fix: texts.fix?.match(/^## \d+\. /gm),
    };
    for (const [name, found] of Object.entries(failed)) expect([name, found?.length]).toEqual([name, 5]);
    const ids = mistakes(events);
    expect(ids).toHaveLength(5);
    // JUnit's class names have a dot in place of the slash.
    const names = (text = '', id = '') => text.includes(id) || text.includes(id.replace('/', '.'));
    for (const name of reportNames)
      expect([name, ids.filter((id) => !names(texts[name], id))]).toEqual([name, []]);
    expect(texts.text?.split('\n').length).toBeLessThan(120);
    expect(texts.text).toMatch(
      /the first to fix on top.*\n {2}1\. envelope\/response-code \(\d+ cases\)\n(.*\n)*.*http\/json-content-type \(\d+ cases\); also http\/valid-json\n/,
    );
  });
});

describe('the CTRF report', () => {
  it('counts its tests by status in the summary', async () => {
    const { results } = JSON.parse(await reportOf('ctrf', sampleRun())) as {
      results: { summary: Record<string, number>; tests: { status: string }[] };
    };
    expect(results.summary).toEqual({
      ...{ tests: 3, passed: 0, failed: 1, pending: 0, skipped: 1, other: 1 },
      ...{ start: Date.parse(settings.startedAt), stop: Date.parse(settings.startedAt) + 420 },
    });
    expect(results.tests.map(({ status }) => status)).toEqual(['failed', 'other', 'skipped']);
  });
});

describe.each(['markdown', 'fix'] as const)('the %s report', (name) => {
  it('keeps texts from a target within code blocks', async () => {
    const answer = { status: 200, headers: [], body: '```\n# x\n<script>\n````' };
    const text = await reportOf(name, sampleRun({ actual: '`<img> ``', title: '[a](b)', answer }));
    expect(text).toContain('``` `<img> `` ```');
    expect(text).toContain('`````\n```\n# x\n<script>\n````\n`````');
  });
});
