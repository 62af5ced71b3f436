import { describe, expect, it } from 'vitest';
import { prometheusText, sample } from './prometheus-text.js';
import { startControlTester } from '../testing/control-tester.js';

/** The samples of a text, by what stands before the value. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
      expect([line, name]).not.toEqual([line, undefined]);
      return [name ?? '', Number(value)];
    }),
  );
}

describe('GET metrics', () => {
  it('counts requests by operation and status, and how long they took', async () => {
    const { ask, visit } = await startControlTester();
    for (const key of ['dk_test_a', 'dk_test_b', 'nobody']) await visit(key, '/categories');
    await visit('dk_test_a', '/nothing');
    const { text, headers } = await ask('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const samples = samplesOf(text);
    const { ['drydock_sandboxes']: sandboxes, ...some } = Object.fromEntries(samples);
    expect(sandboxes).toBe(3);
    expect(some).toMatchObject({
      'drydock_requests_total{operation="listCategories",status="200"}': 2,
      'drydock_requests_total{operation="listCategories",status="401"}': 1,
      'drydock_requests_total{operation="none",status="404"}': 1,
      'drydock_request_duration_seconds_bucket{operation="listCategories",le="+Inf"}': 3,
      'drydock_request_duration_seconds_count{operation="listCategories"}': 3,
      drydock_journal_entries: 4,
    });
    for (const name of ['drydock_journal_bytes', 'process_resident_memory_bytes', 'process_uptime_seconds'])
      expect(samples.get(name)).toBeGreaterThan(0);
  });

  it('has cumulative buckets in the text format', async () => {
    const { ask, visit } = await startControlTester();
    await visit('dk_test_a~slow', '/categories');
    const { text } = await ask('GET', '/metrics');
    const buckets = [...samplesOf(text)]
      .filter(([name]) => name.includes('_bucket'))
      .map(([, value]) => value);
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
    expect(buckets.at(0)).toBe(0);
    expect(buckets.at(-1)).toBe(1);
    const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(families).size).toBe(families.length);
    expect(text.match(/^# HELP /gm)).toHaveLength(families.length);
  });

  it('escapes the values of labels', () => {
    const family = { name: 'n', help: 'h', type: 'gauge', samples: [sample(1, { a: 'x"\\\n' })] } as const;
    expect(prometheusText([family])).toBe('# HELP n h\n# TYPE n gauge\nn{a="x\\"\\\\\\n"} 1\n');
  });
});
