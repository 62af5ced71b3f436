import { DrydockError, drydock } from '../../client/index.js';
import type { Coverage } from '../../client/index.js';
import { coverageText } from '../../journal/coverage/coverage-text.js';
import { belowThresholds } from '../../journal/coverage/coverage-thresholds.js';
import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';

/** `drydock coverage`: how much of the document a client's tests have covered, and whether that is enough. */
export const coverage: Command = {
  summary: "Tell what of the document a client's tests have met.",
  usage: 'coverage [flags]',
  maxPositionals: 0,
  flags: {
    url: { value: 'URL', help: 'the running mock', default: 'http://127.0.0.1:4010' },
    'control-token': { value: 'T', help: 'the control token that the mock printed' },
    sandbox: { value: 'NAME', help: 'only this sandbox', default: 'all of them together' },
    'min-operations': { value: 'N', help: 'fail when less than N percent of the operations were met' },
    'min-statuses': { value: 'N', help: 'the same of the documented statuses of each operation' },
    'min-errors': { value: 'N', help: 'the same of those that are errors, 4xx and 5xx' },
    'min-fields': { value: 'N', help: 'the same of the fields of request bodies' },
    json: { help: 'JSON instead of text', noEnv: true },
  },
  async run(given, terminal) {
    const thresholds = {
      minOperations: given.wholeNumber('min-operations', 0, 100),
      minStatuses: given.wholeNumber('min-statuses', 0, 100),
      minErrors: given.wholeNumber('min-errors', 0, 100),
      minFields: given.wholeNumber('min-fields', 0, 100),
    };
    const ask = asking(given);
    let report: Coverage;
    try {
      report = await ask();
    } catch (error) {
      if (!(error instanceof DrydockError)) throw error;
      terminal.err(error.message);
      return 3;
    }
    terminal.out(given.has('json') ? JSON.stringify(report, null, 2) : coverageText(report).trimEnd());
    const missed = belowThresholds(report, thresholds);
    for (const sentence of missed) terminal.err(sentence);
    return missed.length > 0 ? 1 : 0;
  },
};

/**
 * Reads the flags of the command.
 *
 * @throws UsageError for invalid flags; a mock that refuses them causes a DrydockError later
 */
function asking(given: GivenFlags): () => Promise<Coverage> {
  const token = given.text('control-token');
  if (token === undefined)
    throw new UsageError(
      'drydock coverage needs --control-token T, which drydock mock printed at its start.',
    );
  const url = given.text('url');
  const name = given.text('sandbox');
  try {
    const mock = drydock.attach({ token, ...(url === undefined ? {} : { url }) });
    const sandbox = name === undefined ? undefined : mock.sandbox(name);
    return () => (sandbox ?? mock).coverage();
  } catch (error) {
    throw error instanceof DrydockError ? new UsageError(error.message) : error;
  }
}
