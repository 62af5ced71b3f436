import { visibleText } from './visible-text.js';

/** The tone of a status: what a reader should feel before reading. */
export function toneOf(status: number): 'good' | 'warn' | 'bad' | 'calm' {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'calm' : 'good';
}

export function StatusBadge({ status }: { status: number }) {
  return <span class={`badge status-code ${toneOf(status)}`}>{status}</span>;
}

/** A scenario's name, as something that makes answers other than normal. */
export function ScenarioBadge({ names }: { names: readonly string[] }) {
  return <span class="badge calm mono">{visibleText(names.join(', '))}</span>;
}
