import type { SentCallback } from '../../journal/journal-entry.js';
import type { DocumentStore } from '../../state/state.js';

const collection = 'fired-webhooks';
/** Webhooks kept for each sandbox; the oldest make room. */
const maxKept = 100;

/** The webhooks that were fired in a sandbox, oldest first. */
export async function firedWebhooks(documents: DocumentStore, sandbox: string): Promise<SentCallback[]> {
  const kept = await documents.list<SentCallback>(sandbox, collection);
  return kept.map(({ document }) => document);
}

/** Keeps what became of a webhook, the copies that a scenario asked for included. @param id the same until it is over */
export async function keepFired(
  documents: DocumentStore,
  sandbox: string,
  id: string,
  sent: readonly SentCallback[],
): Promise<void> {
  for (const [index, one] of sent.entries()) await documents.save(sandbox, collection, `${id}-${index}`, one);
  const kept = await documents.list(sandbox, collection);
  for (const one of kept.slice(0, Math.max(0, kept.length - maxKept)))
    await documents.delete(sandbox, collection, one.id);
}
