import type { Server } from '../matrix/servers.js';
import type { CheckedInResult } from './result-file.js';

const refresh = 'run `npm run kill-matrix`, which writes it, and commit it';

/** Says why the checked-in result is not one of these rules and servers, as sentences that say what to do; none when it is. */
export function whyStale(
  result: CheckedInResult,
  servers: readonly Pick<Server, 'kind' | 'variation'>[],
  digest: string,
): string[] {
  if (result.digest === digest) return [];
  const differences = (['fault', 'variant'] as const).flatMap((kind) => {
    const known = new Set(Object.keys(result[`${kind}s`]));
    const ids = servers.filter((server) => server.kind === kind).map(({ variation }) => variation.id);
    return [
      ...ids.filter((id) => !known.has(id)).map((id) => `it lacks ${kind} ${id}`),
      ...[...known]
        .filter((id) => !ids.includes(id))
        .map((id) => `it has ${kind} ${id}, which does not exist`),
    ];
  });
  const what = differences.join(', ') || 'the code of a rule, fault or variant has changed since';
  return [`kill-matrix/result.json is stale (${what}): ${refresh}`];
}
