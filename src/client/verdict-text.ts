import type { Verdict } from './types.js';

/** A verdict as sentences for a failed test: what was expected, what came, what was nearly it. */
export function verdictText(sandbox: string, { verified, checks, order, backoff }: Verdict): string {
  if (verified) return `The sandbox ${sandbox} was asked as expected.`;
  return [
    `The sandbox ${sandbox} was not asked as expected.`,
    ...checks.filter(({ passed }) => !passed).flatMap(checkLines),
    ...(order?.passed === false ? [`  ${order.why}`] : []),
    ...(backoff && backoff.passed !== true ? backoffLines(backoff) : []),
  ].join('\n');
}

function checkLines({ request, expected, found, nearMisses }: Verdict['checks'][number]): string[] {
  const { times: _, ...wanted } = request;
  return [
    `  Expected ${expected} of ${JSON.stringify(wanted)}, found ${found}.`,
    ...nearMisses.map(
      ({ id, summary: { method, path, status }, differences }) =>
        `    Exchange ${id}, ${method} ${path} answered ${status}: ${differences.join('; ')}`,
    ),
  ];
}

function backoffLines({ why, waits }: NonNullable<Verdict['backoff']>): string[] {
  const broken = waits.filter(({ passed }) => !passed);
  return [`  ${why}`, ...broken.map((wait) => `    Exchange ${wait.id}, ${wait.operation}: ${wait.why}`)];
}
