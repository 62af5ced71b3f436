/** The open reports: kept in this browser's database, so that a reload shows them again; they go to no server. */
import { signal } from '@preact/signals';
import { readReport } from './suite-report.js';
import type { SuiteReport } from './suite-report.js';

export interface OpenReport {
  readonly name: string;
  readonly report: SuiteReport;
}

/** The report that is shown, and the one that it is compared with. */
export const openReports = {
  shown: signal<OpenReport | undefined>(undefined),
  before: signal<OpenReport | undefined>(undefined),
};

type Place = keyof typeof openReports;

let restored = false;

/** Opens a report. @throws ReportError for a text that is none */
export function openReport(place: Place, name: string, text: string): void {
  openReports[place].value = { name, report: readReport(text) };
  restored = true;
  void keep(place, { name, text });
}

export function closeReport(place: Place): void {
  openReports[place].value = undefined;
  void keep(place, undefined);
}

/** Opens what was open before the page was loaded again. */
export async function restoreReports(): Promise<void> {
  if (restored) return;
  restored = true;
  for (const place of ['shown', 'before'] as const) {
    const kept = await stored(place);
    if (!kept || openReports[place].value) continue;
    try {
      openReports[place].value = { name: kept.name, report: readReport(kept.text) };
    } catch {
      void keep(place, undefined);
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
async function keep(place: Place, kept: Kept | undefined): Promise<void> {
  try {
    const store = (await database()).transaction(storeName, 'readwrite').objectStore(storeName);
    if (kept) store.put(kept, place);
    else store.delete(place);
  } catch {
    // Nothing was kept.
  }
}

async function stored(place: Place): Promise<Kept | undefined> {
  try {
    const asked = (await database()).transaction(storeName).objectStore(storeName).get(place);
    return await new Promise((resolve) => {
      asked.onsuccess = () => resolve(asked.result as Kept | undefined);
      asked.onerror = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}
