/** A proxy that runs for days keeps and says: a sample in the HAR, windows, metrics. */
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Har } from '../recordings/har/har.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import type { ProxyVerdict } from './judging/verdict.js';
import { HarLog } from './recording/har-log.js';
import type { Proxy } from './start-proxy.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

/** A target whose lists are null where the query says so. */
const startLists = () =>
  startTarget((request, response) => {
    const data = request.url?.includes('broken') ? 'null' : '[]';
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`{"status":true,"message":"","data":${data},"errors":[],"response_code":"200"}`);
  });

const ask = (proxy: Proxy, query: string) =>
  exchange(proxy.server.origin, {
    path: `/categories?${query}`,
    fields: ['Authorization', 'Bearer sk_live_long_runs'],
  });

async function metricsOf({ server }: Proxy): Promise<string[]> {
  const headers = { Authorization: `Bearer ${server.controlToken}` };
  const text = await (await fetch(`${server.origin}/__drydock/metrics`, { headers })).text();
  return text.split('\n').filter((line) => /^drydock_(proxy|har)/.test(line));
}

/** Waits until everything is judged. */
async function judged({ server }: Proxy): Promise<void> {
  const headers = { Authorization: `Bearer ${server.controlToken}`, 'Content-Type': 'application/json' };
  await fetch(`${server.origin}/__drydock/report`, { method: 'POST', headers, body: '{"stop":false}' });
}

const outcomeOf = ({ summary, events }: ProxyVerdict) => ({
  verdict: summary.verdict,
  failed: events.flatMap((event) => (event.type === 'failure' ? [event.failure.rule.id] : [])),
});

const noticesOf = ({ summary }: ProxyVerdict) =>
  summary.notices.filter((notice) => notice.startsWith('The HAR'));

describe('a sampled HAR', () => {
  it('has one of so many in a row, and every exchange with a finding; report and metrics say so', async () => {
    const { url } = await startLists();
    const file = join(temporaryFolder(), 'traffic.har');
    const har = new HarLog(file, { sample: 10 });
    const proxy = await proxyTo(url, {}, {}, { har });
    const broken = [7, 18, 33];
    for (let number = 0; number < 40; number += 1)
      await ask(proxy, broken.includes(number) ? `broken=${number}` : `fine=${number}`);
    await judged(proxy);
    const metrics = await metricsOf(proxy);
    const verdict = await proxy.close();
    const { log } = JSON.parse(readFileSync(file, 'utf8')) as Har & { log: { comment?: string } };
    const queries = log.entries.map(({ request }) => request.url.split('?')[1] ?? '');
    expect(queries.filter((query) => query.startsWith('broken'))).toEqual(
      broken.map((one) => `broken=${one}`),
    );
    const fine = queries.filter((query) => query.startsWith('fine')).map((query) => Number(query.slice(5)));
    const kept = queries.length;
    // A finding may be the one of its ten.
    expect(fine.length).toBeGreaterThanOrEqual(1);
    expect(fine.length).toBeLessThanOrEqual(4);
    expect(new Set(fine.map((number) => Math.floor(number / 10))).size).toBe(fine.length);
    expect(log.comment).toBe('1 exchange of 10, and each one with a finding');
    expect(noticesOf(verdict)).toEqual([
      `The HAR has ${kept} of 40 exchanges: 1 exchange of 10, and each one with a finding.`,
    ]);
    expect(verdict.summary.exchanges).toBe(40);
    expect(metrics).toEqual(
      expect.arrayContaining([
        'drydock_proxy_exchanges_total 40',
        'drydock_proxy_not_judged_total 0',
        'drydock_proxy_findings_total{rule="envelope/data",verdict="FAIL"} 3',
        `drydock_har_exchanges_total{outcome="kept"} ${kept}`,
        `drydock_har_exchanges_total{outcome="left_out"} ${40 - kept}`,
        'drydock_har_exchanges_total{outcome="lost"} 0',
        'drydock_har_files_total 1',
      ]),
    );
  });

  it('counts what a full disk loses, and says so once', async () => {
    const { url } = await startLists();
    const lines: string[] = [];
    const file = join(temporaryFolder(), 'traffic.har');
    const har = new HarLog(file);
    const proxy = await proxyTo(url, {}, { log: (line) => lines.push(line) }, { har });
    await ask(proxy, 'fine');
    await judged(proxy);
    rmSync(file);
    symlinkSync('/dev/full', file);
    process.emit('SIGHUP');
    for (let number = 0; number < 3; number += 1) await ask(proxy, `fine=${number}`);
    await judged(proxy);
    expect(await metricsOf(proxy)).toEqual(
      expect.arrayContaining([
        'drydock_har_exchanges_total{outcome="kept"} 1',
        'drydock_har_exchanges_total{outcome="lost"} 3',
      ]),
    );
    rmSync(file);
    process.emit('SIGHUP');
    await ask(proxy, 'fine');
    await proxy.close();
    expect(lines).toEqual([
      `The HAR ${file} can't be written, exchanges are lost: the disk is full.`,
      `The HAR ${file} is written again.`,
    ]);
    const { log } = JSON.parse(readFileSync(file, 'utf8')) as Har;
    expect(log.entries).toHaveLength(1);
  });
});

describe('windows', () => {
  it('have a verdict each, of what passed in them alone, and the last one is of everything', async () => {
    const { url } = await startLists();
    const har = new HarLog(join(temporaryFolder(), 'traffic.har'), { sample: 2 });
    const proxy = await proxyTo(url, {}, {}, { har, judging: { windows: true } });
    const verdicts: ProxyVerdict[] = [];
    // The second window has an exchange of the first one again.
    for (const queries of [['fine', 'broken'], ['broken', 'broken'], ['fine', 'fine', 'fine', 'fine'], []]) {
      for (const query of queries) await ask(proxy, query);
      await judged(proxy);
      verdicts.push(proxy.endWindow());
    }
    const failed = { verdict: 'does not conform', failed: ['envelope/data'] };
    expect(verdicts.map(outcomeOf)).toEqual([
      failed,
      failed,
      { verdict: 'conforms', failed: [] },
      { verdict: 'could not be judged', failed: [] },
    ]);
    expect(verdicts.map(({ coverage }) => coverage.operations.some(({ seen }) => seen))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(verdicts.map(noticesOf)[2]).toEqual([
      'The HAR has 2 of 4 exchanges: 1 exchange of 2, and each one with a finding.',
    ]);
    expect(await metricsOf(proxy)).toEqual(
      expect.arrayContaining([
        'drydock_proxy_windows_total{verdict="does not conform"} 2',
        'drydock_proxy_windows_total{verdict="conforms"} 1',
        'drydock_proxy_windows_total{verdict="could not be judged"} 1',
        'drydock_proxy_window_exit_code 3',
      ]),
    );
    const verdict = await proxy.close();
    expect(outcomeOf(verdict)).toEqual(failed);
    expect(verdict.events.find((event) => event.type === 'failure')?.failure.seen.cases).toBe(2);
  });
});
