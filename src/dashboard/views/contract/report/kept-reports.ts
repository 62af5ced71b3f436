/** The open reports: kept in this browser's database, so that a reload shows them again; they go to no server. */
import { signal } from '@preact/signals';
import { readReport, type SuiteReport } from './suite-report.js';

export interface OpenReport {
  readonly name: string;
  readonly report: SuiteReport;
}

/** The report that is shown, and the one that it is compared with. */
export const openReports = {
  shown: signal<OpenReport | undefined>(undefined),
  before: signal<OpenReport | undefined>(undefined),
};

type Slot = keyof typeof openReports;

let restored = false;

/** Opens a report. @throws ReportError for a text that is none */
export function openReport(slot: Slot, name: string, text: string): void {
  openReports[slot].value = { name, report: readReport(text) };
  restored = true;
  void keep(slot, { name, text });
}

export function closeReports(...slots: readonly Slot[]): void {
  for (const slot of slots) {
    openReports[slot].value = undefined;
    void keep(slot, undefined);
  }
}

/** Opens what was open before the page was loaded again. */
export async function restoreReports(): Promise<void> {
  if (restored) return;
  restored = true;
  for (const slot of ['shown', 'before'] as const) {
    const kept = (await inStore('readonly', (store) => store.get(slot))) as Kept | undefined;
    if (!kept || openReports[slot].value) continue;
    try {
      openReports[slot].value = { name: kept.name, report: readReport(kept.text) };
    } catch {
      void keep(slot, undefined);
    }
  }
}

interface Kept {
  readonly name: string;
  readonly text: string;
}

function keep(slot: Slot, kept: Kept | undefined): Promise<unknown> {
  return inStore('readwrite', (store) => (kept ? store.put(kept, slot) : store.delete(slot)));
}

/** The result of a request to the store; undefined without a database: then a report stays open until the page is left. */
async function inStore(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest) {
  try {
    const opening = indexedDB.open('drydock', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('reports');
    const transaction = (await resultOf(opening)).transaction('reports', mode);
    return await resultOf<unknown>(ask(transaction.objectStore('reports')));
  } catch {
    return undefined;
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}
