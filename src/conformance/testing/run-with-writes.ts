import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadRules } from '../rules/load-rules.js';
import type { LoadedRule } from '../rules/rule.js';
import type { VerifyOptions } from '../run/options.js';
import { runSuite } from './run-suite.js';
import { httpServer, wholeRequests } from './small-server.js';

const rules = await loadRules();

/** What a run says of a small server. */
export interface WritingRun {
  readonly verdict: string;
  /** The operations that never answered a valid request with success. */
  readonly unserved: number;
  /** A line for each failure: rule, operation, what came, and the title of the case. */
  readonly failed: readonly string[];
  /** The same for each warning. */
  readonly warned: readonly string[];
}

/** Runs the suite, with writes and without keys, against a server of that answer to a request with its whole body. */
export async function runWithWrites(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  options: Partial<VerifyOptions> & Pick<VerifyOptions, 'contract'>,
): Promise<WritingRun> {
  const server = await httpServer(wholeRequests(answer));
  const withoutKeys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  try {
    const { failures, summary } = await runSuite({
      ...{ url: server.url, allowWrites: true, rules },
      ...{ ...withoutKeys, ...options },
    });
    const told = (wanted: string) =>
      failures
        .filter(({ verdict }) => verdict === wanted)
        .map(({ rule, operation, actual, title }) => `${rule.id} ${operation ?? ''}: ${actual}; ${title}`);
    return {
      verdict: summary.verdict,
      unserved: summary.unserved?.operations ?? 0,
      ...{ failed: told('FAIL'), warned: told('WARN') },
    };
  } finally {
    await server.close();
  }
}

/** The rules that expectations name, of all: a fault is found by them alone in a fraction of the time. @throws when none is named */
export function rulesNamedIn(...expected: readonly RegExp[]): readonly LoadedRule[] {
  const names = expected.flatMap(({ source }) => source.match(/[a-z]+(?:-[a-z]+)*/g) ?? []);
  const named = rules.filter(({ id }) => names.some((name) => id === name || id.endsWith(`/${name}`)));
  if (named.length === 0) throw new Error(`No rule is named in ${expected.join(', ')}`);
  return named;
}
