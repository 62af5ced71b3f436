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
    const kept = await stored(slot);
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

const storeName = 'reports';

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('drydock', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('no database'));
  });
}

/** Without a database a report stays open until the page is left. */
async function keep(slot: Slot, kept: Kept | undefined): Promise<void> {
  try {
    const store = (await database()).transaction(storeName, 'readwrite').objectStore(storeName);
    if (kept) store.put(kept, slot);
    else store.delete(slot);
  } catch {
    // Nothing was kept.
  }
}

async function stored(slot: Slot): Promise<Kept | undefined> {
  try {
    const asked = (await database()).transaction(storeName).objectStore(storeName).get(slot);
    return await new Promise((resolve) => {
      asked.onsuccess = () => resolve(asked.result as Kept | undefined);
      asked.onerror = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}
