import type { components } from '../../contract/generated/control-api.js';

type Schemas = components['schemas'];

/** The shares of all operations together. */
export function totalsOf(operations: readonly Schemas['OperationCoverage'][]): Schemas['Coverage']['totals'] {
  const statuses = operations.flatMap((operation) => Object.entries(operation.statuses));
  return {
    operations: share(operations.map(({ seen }) => seen)),
    statuses: share(statuses.map(([, seen]) => seen)),
    errors: share(statuses.filter(([status]) => isError(status)).map(([, seen]) => seen)),
    fields: share(operations.flatMap(({ fields }) => Object.values(fields))),
  };
}

export function isError(status: string): boolean {
  return /^[45]/.test(status);
}

/** The percentage is cut and not rounded, so that 100 means all; 100 where there is nothing to see. */
function share(all: readonly boolean[]): Schemas['Share'] {
  const of = all.length;
  const seen = all.filter(Boolean).length;
  return { seen, of, percent: of === 0 ? 100 : Math.floor((seen * 1000) / of) / 10 };
}
