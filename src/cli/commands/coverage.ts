import { DrydockError, drydock, type Coverage, type MockClient } from '../../client/index.js';
import { didYouMean } from '../../contract/nearest-names.js';
import { belowThresholds, coverageText } from '../../journal/coverage/coverage-text.js';
import type { Command, Terminal } from '../command.js';
import { coverageThresholds } from '../../options/coverage-thresholds.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { attachedMock, attachOptions } from '../running/attach.js';
import { thresholdsOf } from '../traffic-flags.js';

/** `drydock coverage`: how much of the document a client's tests have covered, and whether that is enough. */
export const coverage: Command = {
  summary: "Tell what of the document a client's tests have met.",
  usage: 'coverage [flags]',
  givesVerdict: true,
  maxPositionals: 0,
  flags: {
    ...attachOptions,
    sandbox: { value: 'NAME', help: 'only this sandbox', defaultText: 'all of them together' },
    ...coverageThresholds,
    json: { help: 'JSON instead of text', noEnv: true },
  },
  async run(given, terminal) {
    const mock = await mockOf(given, terminal);
    let report: Coverage;
    try {
      report = await reportOf(mock, given.text('sandbox'), terminal);
    } catch (error) {
      if (!(error instanceof DrydockError)) throw error;
      terminal.err(error.message);
      return 3;
    }
    terminal.out(given.has('json') ? JSON.stringify(report, null, 2) : coverageText(report).trimEnd());
    const missed = belowThresholds(report, thresholdsOf(given));
    for (const sentence of missed) terminal.err(sentence);
    return missed.length > 0 ? 1 : 0;
  },
};

/**
 * The mock that the flags name, or the one that this user runs here.
 *
 * @throws UsageError for invalid flags, and where no mock is found; one that refuses the token causes a DrydockError later
 */
async function mockOf(given: GivenFlags, terminal: Terminal): Promise<MockClient> {
  const token = given.text('control-token');
  const url = given.text('url');
  if (token === undefined) return attachedMock(given, terminal);
  return usable(() => drydock.attach({ token, ...(url === undefined ? {} : { url }) }));
}

/** @throws UsageError for what the client can't use */
function usable<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof DrydockError ? new UsageError(error.message) : error;
  }
}

async function reportOf(mock: MockClient, name: string | undefined, terminal: Terminal): Promise<Coverage> {
  if (name === undefined) return mock.coverage();
  const sandbox = usable(() => mock.sandbox(name));
  const hint = await hintFor(mock, name);
  if (hint !== undefined) terminal.err(hint);
  return sandbox.coverage();
}

/** An unused sandbox has met nothing. A mistyped name looks the same, so the nearest one is told. */
async function hintFor(mock: MockClient, name: string): Promise<string | undefined> {
  const names = (await mock.sandboxes()).map((sandbox) => sandbox.name);
  if (names.includes(name)) return undefined;
  const hint = didYouMean(name, names, '');
  return `No request has come to the sandbox ${JSON.stringify(name)} yet. ${hint}`.trimEnd();
}
