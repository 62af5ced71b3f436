import type { JournalEntry } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import { RecordingError } from '../../recordings/recording-error.js';
import { problemFrom } from '../problem.js';
import { noSuchRequest } from './no-such-request.js';
import { recordedRequest } from './recorded-request.js';

/** The requests to make a scenario of. */
interface Selection {
  readonly requests: readonly number[];
  readonly title?: string | undefined;
}

/**
 * The scenario of some requests of a sandbox.
 *
 * @throws ControlProblem 404 for a request that the journal doesn't have, 422 where no scenario can be made of them
 */
export async function scenarioOf(
  mock: Mock,
  sandbox: string,
  journal: readonly JournalEntry[],
  { requests, title = `Recorded in sandbox ${sandbox}` }: Selection,
): Promise<object> {
  const missing = requests.find((id) => !journal.some((entry) => entry.id === id));
  if (missing !== undefined) throw noSuchRequest(sandbox, missing, journal);
  const chosen = journal.filter(({ id }) => requests.includes(id));
  const exchanges = chosen.map((entry) => recordedRequest(mock, sandbox, entry));
  // They bring a YAML writer and decompression, which nothing else here needs.
  const { scenarioFromRecording } = await import('../../recordings/scenario/scenario-from-recording.js');
  const { scenarioYaml } = await import('../../recordings/scenario/scenario-yaml.js');
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
