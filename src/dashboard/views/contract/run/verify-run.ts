/** The run of the suite that this page started: followed while the page is open, also over a reload. */
import { storedSignal } from '../../../control/browser-storage.js';
import { signal } from '@preact/signals';
import { readEvents } from '../../../../client/read-events.js';
import { control, messageOf, openEvents } from '../../../control/control-api.js';
import { backoff } from '../../../control/watch-events.js';
import type { VerifyOrder, VerifyRun } from '../../../control/control-types.js';
import { openReport, openReports, closeReports } from '../report/kept-reports.js';

export const activeRun = signal<VerifyRun | undefined>(undefined);
/** The reason why the last run could not begin or be followed, a sentence. */
export const runTrouble = signal<string | undefined>(undefined);

/** The number of the run that is followed; 0 for none. */
const followed = storedSignal('drydock-verify-run', Number, String, 'sessionStorage');

/** True from the moment a run is asked for: another click, or another visit of the view, follows no second one. */
let isFollowing = false;

export async function startRun(order: VerifyOrder): Promise<void> {
  runTrouble.value = undefined;
  await followFrom(() => control.startVerifyRun(order)).catch((error: unknown) => {
    runTrouble.value = messageOf(error);
  });
}

export async function stopRun(): Promise<void> {
  if (activeRun.value) await control.stopVerifyRun(activeRun.value.id).catch(() => undefined);
}

/** Follows the run that was under way when the page was left. */
export async function resumeRun(): Promise<void> {
  const id = followed.value;
  // It fails if the mock has been started again since.
  if (id > 0) await followFrom(() => control.verifyRun(id)).catch(() => (followed.value = 0));
}

async function followFrom(begin: () => Promise<VerifyRun>): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  try {
    const run = await begin();
    activeRun.value = run;
    followed.value = run.id;
    await follow(run.id);
  } catch (error) {
    activeRun.value = undefined;
    throw error;
  } finally {
    isFollowing = false;
  }
}

/** Shows how a run goes on and then its report. Its events may end before it does; then they are asked for again. */
async function follow(id: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    // If the mock is gone, the next call says so.
    await watch(id).catch(() => undefined);
    const { report, ...run } = await control.verifyRun(id);
    if (run.state === 'ended') {
      followed.value = 0;
      activeRun.value = undefined;
      runTrouble.value = run.error ?? undefined;
      if (report !== null) show(report, `run ${id} of this page`, run.target);
      return;
    }
    activeRun.value = run;
    await new Promise((resolve) => setTimeout(resolve, backoff(attempt)));
  }
}

async function watch(id: number): Promise<void> {
  const response = await openEvents(`verify-runs/${id}/events`);
  if (!response.ok || !response.body) throw new Error(`The mock answered ${response.status}.`);
  for await (const { data } of readEvents(response.body)) activeRun.value = JSON.parse(data) as VerifyRun;
}

/** Shows the report of a run; the one before, of the same target, is what it is compared with. */
function show(report: unknown, name: string, target: string): void {
  const before = openReports.shown.value;
  const earlier = before?.report.target.startsWith(target.replace(/\/$/, '')) ? before : undefined;
  openReport('shown', name, JSON.stringify(report));
  if (earlier) openReport('before', earlier.name, JSON.stringify(earlier.report));
  else closeReports('before');
}
