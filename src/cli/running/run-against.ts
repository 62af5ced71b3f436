import { DrydockError, type MockClient } from '../../client/index.js';
import { printableLine } from '../../conformance/printable.js';
import type { Terminal } from '../command.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { attachedMock } from './attach.js';

/** The work of a command on a running mock. @returns the exit code */
export type UseMock = (mock: MockClient, given: GivenFlags, terminal: Terminal) => Promise<number>;

/**
 * Runs a command against the mock that its flags name. What the mock refuses is one line and exit 2, what can't be asked
 * of it is exit 3.
 */
export function runsAgainst(useMock: UseMock) {
  return async (given: GivenFlags, terminal: Terminal): Promise<number> => {
    const mock = await attachedMock(given, terminal);
    try {
      return await useMock(mock, given, terminal);
    } catch (error) {
      if (!(error instanceof DrydockError)) throw error;
      const message = error.message.replaceAll('GET /__drydock/scenarios', 'drydock scenarios');
      if (error.status === 422 || error.status === 400) throw new UsageError(message);
      terminal.err(printableLine(message));
      return 3;
    } finally {
      await mock.close();
    }
  };
}
