import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readDestinations, readWorld } from './tariff-source.js';

const rates = new URL('..', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'data-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of a data file with one passage replaced. */
function copyWith(file: string, from: string, to: string): { url: URL } {
  const text = readFileSync(new URL(file, rates), 'utf8');
  const at = text.indexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  const copy = join(folder, basename(file));
  writeFileSync(copy, text.slice(0, at) + to + text.slice(at + from.length));
  return { url: pathToFileURL(copy) };
}

describe('data files of the tariffs', () => {
  it('have valid schemas', () => {
    const schemas = readdirSync(rates, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.schema.json'),
    );
    expect(schemas).toHaveLength(3);
    const ajv = new Ajv2020({ strict: true });
    for (const name of schemas) {
      const schema = JSON.parse(readFileSync(new URL(name, rates), 'utf8')) as object;
      expect([name, ajv.validateSchema(schema), ajv.errors]).toEqual([name, true, null]);
    }
  });

  it.each([
    ['countries: US CA', 'countries: US CA GB', 'country GB stands here a second time.'],
    ['remote: >-\n  AF', 'remote: >-\n  AQ AF', 'remote country AQ is in no region.'],
    ['territories: AS GU', 'territories: GU', 'territories must be AS GU MP PR UM VI.'],
    ['US-MX', 'US-XX', "neighbours 'US-XX' has a country in no region."],
    ['oceania: pacific', 'oceania: atlantis', "'atlantis' is not one of the regions."],
    ['unserved: AQ', 'unserved: aq', 'unserved must match'],
  ])('world.yaml: %s -> %s', (from, to, expected) => {
    const { url } = copyWith('geography/world.yaml', from, to);
    const problems: string[] = [];
    expect(readWorld(problems, url)).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
    expect(problems[0]).toMatch(new RegExp(`^${basename(dirname(url.pathname))}/world\\.yaml:\\d+: `));
  });

  it.each([
    [
      'group: european-union, name: Austria',
      'group: european, name: Austria',
      "AT: group 'european' is not one of the groups.",
    ],
    [
      'group: european-union, name: Austria',
      'name: Austria',
      'AT lacks currency, duty_threshold, tax_threshold, ',
    ],
    ['  JPY: 0.0065\n', '', 'JP: usd_per_unit has no rate for JPY.'],
    ['tax_percent: 8.1', 'tax_percent: -8.1', 'destinations.CH.tax_percent must be 0 or more, got -8.1.'],
  ])('destinations.yaml: %s -> %s', (from, to, expected) => {
    const { url } = copyWith('customs/destinations.yaml', from, to);
    const problems: string[] = [];
    expect(readDestinations(problems, url)).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
    expect(problems[0]).toMatch(/destinations\.yaml:\d+: /);
  });
});
