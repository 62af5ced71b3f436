/** The program of the thread in which `drydock verify` judges. */
import { verify } from '../conformance/run/verify.js';
import { printableLine } from '../conformance/printable.js';
import { serveRun } from '../conformance/thread/serve-run.js';
import { verifyOptions } from './verify/verify-options.js';
import { GivenFlags } from './flags.js';

/** The flags of the command, as data. */
export interface VerifyOrder {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

const maxWarnings = 10;

await serveRun(async (order, { signal, note }) => {
  const { values, positionals } = order as VerifyOrder;
  const options = await verifyOptions(new GivenFlags(values, positionals));
  // Such as a pattern that is not enforced: a server that breaks it is not found out.
  for (const warning of options.contract.warnings.slice(0, maxWarnings))
    process.stderr.write(`warning    ${printableLine(warning)}\n`);
  return verify({ ...options, signal }, note);
});
