import type { ControlContext } from '../control-context.js';
import { ok, type ControlCall, type ControlHandlers } from '../operation-handlers.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import { RecordingError } from '../../recordings/recording-error.js';
import { problemFrom } from '../problem.js';
import { noSuchRequest } from './requests.js';
import { recordedEntry } from '../../recordings/har/journal-har.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import { sentHeaders } from './sent-headers.js';

/** Calls that make scenarios and files of recorded requests. */
export function prepareRecordings({ mock, state }: ControlContext) {
  return {
    async makeScenarioFromRequests({ path: { name: sandbox }, body }) {
      const journal = await state.journal.list(sandbox);
      return ok(await scenarioOf(mock(), sandbox, journal, body));
    },
  } satisfies Partial<ControlHandlers>;
}

/**
 * The scenario of some requests of a sandbox.
 *
 * @throws ControlProblem 404 for a request that the journal doesn't have, 422 where no scenario can be made of them
 */
async function scenarioOf(
  mock: Mock,
  sandbox: string,
  journal: readonly JournalEntry[],
  { requests, title = `Recorded in sandbox ${sandbox}` }: ControlCall<'makeScenarioFromRequests'>['body'],
): Promise<object> {
  const missing = requests.find((id) => !journal.some((entry) => entry.id === id));
  if (missing !== undefined) throw noSuchRequest(sandbox, missing, journal);
  const chosen = journal.filter(({ id }) => requests.includes(id));
  const exchanges = chosen.map((entry) => recordedRequest(mock, sandbox, entry));
  // They bring a YAML writer and decompression, which nothing else here needs.
  const { scenarioFromRecording, scenarioYaml } =
    await import('../../recordings/scenario/scenario-from-recording.js');
  try {
    const { definition, notes, masked } = await scenarioFromRecording(exchanges, {
      contract: mock.contract,
      title,
    });
    return { definition, yaml: scenarioYaml(definition), notes, masked };
  } catch (error) {
    if (error instanceof RecordingError) throw problemFrom(422, [error.message]);
    throw error;
  }
}

/** A request of the journal with its response as a recording has it, at the address that its client used. */
function recordedRequest(mock: Mock, sandbox: string, entry: JournalEntry): RecordedExchange {
  const { host, 'x-forwarded-proto': scheme } = entry.request.headers;
  const origin = `${textOf(scheme) === 'https' ? 'https' : 'http'}://${textOf(host) ?? 'localhost'}`;
  return recordedEntry(entry, { origin, sandbox, sentHeaders: sentHeaders(mock, entry) });
}

/** The text of a HAR of some requests of a sandbox. The code that writes it is loaded on first use. */
export async function harOf(mock: Mock, sandbox: string, entries: readonly JournalEntry[]): Promise<string> {
  const { writeHar } = await import('../../recordings/har/write-har.js');
  const exchanges = entries.map((entry) => recordedRequest(mock, sandbox, entry));
  return JSON.stringify(writeHar(exchanges));
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
