import { counter, gauge, sample, type Family } from '../../control/metrics/prometheus-text.js';
import type { PassedCounts } from '../judging/proxy-judge.js';
import type { ProxyVerdict } from '../judging/verdict.js';
import type { HarCounts } from './har-log.js';

/** Reports what passed the proxy, and what the judge found. */
export function judgeMetrics({ passed, notJudged, found }: PassedCounts): Family[] {
  return [
    counter('drydock_proxy_exchanges_total', 'Exchanges that passed the proxy and are over.', passed),
    counter('drydock_proxy_not_judged_total', 'Exchanges that could not be judged in full.', notJudged),
    counter(
      'drydock_proxy_findings_total',
      'Findings, by rule and verdict.',
      found.map(({ rule, verdict, count }) => sample(count, { rule, verdict })),
    ),
  ];
}

/** Reports what the HAR keeps; nothing without one. */
export function harMetrics(counts: HarCounts | undefined): Family[] {
  if (!counts) return [];
  const { passed, kept, lost, bytes, files } = counts;
  const byOutcome = { kept, lost, left_out: passed - kept - lost };
  return [
    counter(
      'drydock_har_exchanges_total',
      'Exchanges, by whether the HAR has them: kept, left_out by --sample, or lost because it could not be written.',
      Object.entries(byOutcome).map(([outcome, count]) => sample(count, { outcome })),
    ),
    counter('drydock_har_bytes_total', 'Bytes written to the HAR, all pieces together.', bytes),
    counter('drydock_har_files_total', 'Files that were begun for the HAR.', files),
  ];
}

/** Counts the windows of `--every`. */
export class WindowMetrics {
  private readonly byVerdict = new Map<ProxyVerdict['summary']['verdict'], number>();
  private exitCode = 0;

  add({ summary: { verdict, exitCode } }: ProxyVerdict): void {
    this.byVerdict.set(verdict, (this.byVerdict.get(verdict) ?? 0) + 1);
    this.exitCode = exitCode;
  }

  /** None before a window has ended. */
  get families(): Family[] {
    if (this.byVerdict.size === 0) return [];
    return [
      counter(
        'drydock_proxy_windows_total',
        'Windows of --every that have ended, by verdict.',
        [...this.byVerdict].map(([verdict, count]) => sample(count, { verdict })),
      ),
      gauge('drydock_proxy_window_exit_code', 'The verdict of the last of them: 0, 1 or 3.', this.exitCode),
    ];
  }
}
