import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConformanceEvent } from '../conformance/events.js';
import { printable } from '../conformance/printable.js';
import { createReport, reportNames } from './report.js';
import type { ReportName, ReportSettings } from './report.js';
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

/** The file beside this one that holds what a report was; `UPDATE_GOLDEN=1` writes it anew. */
function golden(name: string, text: string): string {
  const file = fileURLToPath(new URL(`./golden/${name}.txt`, import.meta.url));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  return readFileSync(file, 'utf8');
}

/** What a target might put into every text that is its own. */
const hostile = printable(
  '</script><script>alert(1)</script>"\'&<img src=x onerror=alert(1)>]]>--> \u001b[2J\u0000\u202eabc\ufffe\ud800 {{verdict}} $& ',
);

describe.each(reportNames)('the %s report', (name) => {
  it('is what it was', async () => {
    const text = await reportOf(name, sampleRun());
    expect(text).toBe(golden(name, text));
  });

  it('says why a target could not be judged', async () => {
    expect(await reportOf(name, impossibleRun())).toMatch(/be reached: nothing listens there/);
  });

  it('holds no control character and no colours unless they are asked for', async () => {
    const text = await reportOf(name, sampleRun({ actual: hostile, title: hostile }));
    const controls = Array.from(text).filter((character) => character < ' ' && character !== '\n');
    expect(controls).toEqual([]);
  });

  it('is told of every event without failing, whatever the order of failures', async () => {
    const events = sampleRun();
    const shuffled = [...events.slice(0, 1), ...events.slice(1, -1).reverse(), ...events.slice(-1)];
    expect((await reportOf(name, shuffled)).length).toBeGreaterThan(100);
  });
});

describe('the text report', () => {
  it('has colours when told', async () => {
    const text = await reportOf('text', sampleRun(), { color: true });
    expect(text).toContain('\u001b[31mFAIL\u001b[0m');
  });

  it('tells how far a run is', async () => {
    const report = await createReport('text', {});
    expect(
      sampleRun()
        .map((event) => report.progress?.(event))
        .filter(Boolean),
    ).toEqual(['1/2 getShippingRates without sender.zip_code', '2/2 getShippingRates without weight']);
  });
});

describe('the JSON report', () => {
  it.each([
    ['a run', sampleRun()],
    ['a run that could not be', impossibleRun()],
  ])('keeps its schema: %s', async (_, events) => {
    const schema = JSON.parse(
      readFileSync(new URL('./json-report.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
    const valid = validate(JSON.parse(await reportOf('json', events)));
    expect(validate.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });
});

describe('markup from a target', () => {
  const parts = {
    actual: hostile,
    title: hostile,
    problems: [hostile],
    answer: { status: 200, headers: [[hostile, hostile]] as const, body: hostile },
  };

  it('stays text in HTML', async () => {
    const html = await reportOf('html', sampleRun(parts));
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    expect(html).toContain('{{verdict}} $&amp; ');
  });

  it('stays text in XML', async () => {
    const xml = await reportOf('junit', sampleRun(parts));
    expect(xml).not.toMatch(/<script|<img|]]>/);
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
  });
});

describe('the SARIF report', () => {
  it('points each result at a rule of its own and a line of the document', async () => {
    const log = JSON.parse(await reportOf('sarif', sampleRun())) as {
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; ruleIndex: number; locations: unknown[]; suppressions?: unknown[] }[];
      }[];
    };
    const [run] = log.runs;
    for (const result of run!.results)
      expect(run!.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(run!.results[0]?.locations[0]).toMatchObject({
      physicalLocation: { artifactLocation: { uri: 'openapi.yaml' }, region: { startLine: 744 } },
    });
    expect(run!.results[1]?.suppressions).toHaveLength(1);
  });
});
