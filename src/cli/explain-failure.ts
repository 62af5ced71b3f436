import { printable } from '../conformance/printable.js';
import { listenFailure, systemFailure } from '../contract/system-failure.js';

/** A failure as the command line shows it: one sentence, never a stack trace, and the exit code. */
export interface ExplainedFailure {
  readonly line: string;
  /** 2 for bad usage and for files that are missing or can't be used, 1 for any other failure. */
  readonly exitCode: number;
}

/** Errors whose message is one sentence for the user. Classes go by name, so that no command loads another's. */
const exitCodes: Readonly<Record<string, number>> = {
  UsageError: 2,
  OptionError: 2,
  RecordingError: 2,
  ScenarioNotSavedError: 2,
  // 1 is a verdict of verify, proxy, drift and diff, which a file that can't be used must not look like.
  DocumentError: 2,
  DataFileError: 2,
  ScenarioError: 2,
  StoreUnavailableError: 1,
};

/** Node's error, and whether the port was to be the control origin's. */
interface ListenError {
  readonly address?: string;
  readonly port?: number;
  readonly ofControlOrigin?: true;
}

/** The text of an error may come from a document or a server, so it is made safe to print. */
export function explainFailure(error: unknown): ExplainedFailure {
  const { line, exitCode } = explained(error);
  return { line: printable(line), exitCode };
}

function explained(error: unknown): ExplainedFailure {
  if (!(error instanceof Error)) return { line: `Failed: ${String(error)}`, exitCode: 1 };
  const exitCode = isAboutMissingFile(error) ? 2 : exitCodes[error.name];
  if (exitCode !== undefined && error.name !== 'Error') return { line: error.message, exitCode };
  const reason = listenFailure(error);
  if (reason !== undefined) {
    const { address, port, ofControlOrigin } = error as ListenError;
    const place = address === undefined ? '' : ` on ${address}${port === undefined ? '' : `:${port}`}`;
    return {
      line: `Failed to listen${place}: ${ofControlOrigin ? reason.replaceAll('--port', '--control-port') : reason}.`,
      exitCode: 1,
    };
  }
  const { path } = error as NodeJS.ErrnoException;
  if (path !== undefined)
    return { line: `Failed with ${path}: ${systemFailure(error)}.`, exitCode: exitCode ?? 1 };
  return { line: `Failed: ${error.message}`, exitCode: exitCode ?? 1 };
}

/** A file that the user has named and that is not there: usage, whoever was to read it. */
function isAboutMissingFile(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || isAboutMissingFile(cause);
}
