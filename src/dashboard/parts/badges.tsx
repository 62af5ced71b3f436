import { faultKind } from '../../scenarios/faults/registry.js';
import type { JournalSummary } from '../control/control-types.js';
import { bytes } from './format.js';
import { visibleText } from './visible-text.js';

export function toneOf(status: number): 'good' | 'warn' | 'bad' | 'calm' {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'calm' : 'good';
}

/** @param fault how the connection was broken: no status is good then, and one that was not sent is crossed out */
export function StatusBadge({ status, fault = null }: { status: number; fault?: string | null }) {
  if (fault === null) return <span class={`badge status-code ${toneOf(status)}`}>{status}</span>;
  if (!faultKind(fault)?.hidesStatus)
    return (
      <span class="badge status-code bad" title="The response was broken after this status.">
        {status}
      </span>
    );
  return (
    <s class="badge status-code bad" title="The connection was broken before this status came.">
      {status}
    </s>
  );
}

type Ending = JournalSummary['ending'];

/** Endings in words. */
const endings: Readonly<Record<NonNullable<Ending>, string>> = {
  complete: 'complete',
  cut: 'cut off',
  closed: 'closed without a response',
  reset: 'reset',
  held: 'held until the end of the longest wait',
  left: 'client left',
  timeout: 'client stopped reading',
  shutdown: 'server stopped',
};

/** An ending that a scenario's fault does not tell by itself. */
export function EndingBadge({ ending }: { ending: Ending }) {
  if (ending === null) return <span class="badge calm">pending</span>;
  const isTold = ending === 'complete' || ending === 'closed' || ending === 'reset' || ending === 'cut';
  return isTold ? null : <span class="badge warn">{endings[ending]}</span>;
}

/** The part of a response that left, and its end. */
export function sentInWords(delivery: { headBytes: number; bodyBytes: number; ending: Ending }): string {
  const { headBytes, bodyBytes, ending } = delivery;
  return `${bytes(headBytes)} of head, ${bytes(bodyBytes)} of body: ${ending === null ? 'pending' : endings[ending]}`;
}

export function faultLabel(fault: string): string {
  return faultKind(fault)?.label ?? visibleText(fault);
}

/** A scenario's name, marked as something that changes responses. */
export function ScenarioBadge({ names }: { names: readonly string[] }) {
  return <span class="badge calm mono">{visibleText(names.join(', '))}</span>;
}
