import { faultKind } from '../../scenarios/faults/registry.js';
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

export function faultLabel(fault: string): string {
  return faultKind(fault)?.label ?? visibleText(fault);
}

/** A scenario's name, marked as something that changes responses. */
export function ScenarioBadge({ names }: { names: readonly string[] }) {
  return <span class="badge calm mono">{visibleText(names.join(', '))}</span>;
}
