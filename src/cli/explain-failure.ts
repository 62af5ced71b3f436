import { systemFailure } from '../contract/system-failure.js';

/** What a failure is on the command line: one sentence, never a stack trace, and the exit code. */
export interface ExplainedFailure {
  readonly line: string;
  /** 2 for bad usage, 1 for a start that failed. */
  readonly exitCode: number;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another with --port, or --port 0 for any free one',
  EACCES: 'there is no permission; ports below 1024 belong to the administrator',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'the host is not known; choose another with --host',
};

/** Errors that are one sentence for the person who called, by their class; told by name, so that no command loads another's. */
const exitCodes: Readonly<Record<string, number>> = {
  UsageError: 2,
  OptionError: 2,
  DocumentError: 1,
  DataFileError: 1,
  ScenarioError: 1,
  StoreUnavailableError: 1,
};

export function explainFailure(error: unknown): ExplainedFailure {
  if (!(error instanceof Error)) return { line: `Failed: ${String(error)}`, exitCode: 1 };
  const exitCode = exitCodes[error.name];
  if (exitCode !== undefined) return { line: error.message, exitCode };
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : reasons[code];
  if (reason !== undefined && (syscall === 'listen' || syscall === 'getaddrinfo')) {
    const { address, port } = error as { address?: string; port?: number };
    const place = address === undefined ? '' : ` on ${address}${port === undefined ? '' : `:${port}`}`;
    return { line: `Failed to listen${place}: ${reason}.`, exitCode: 1 };
  }
  const { path } = error as NodeJS.ErrnoException;
  if (path !== undefined) return { line: `Failed with ${path}: ${systemFailure(error)}.`, exitCode: 1 };
  return { line: `Failed: ${message}`, exitCode: 1 };
}
