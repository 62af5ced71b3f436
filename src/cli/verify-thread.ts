/** The program of the thread in which `drydock verify` judges. */
import { verify } from '../conformance/run/verify.js';
import { serveRun } from '../conformance/thread/serve-run.js';
import { verifyOptions } from './verify/verify-options.js';
import { GivenFlags } from './flags.js';
import { warningLines } from './warning-lines.js';

/** The flags of the command, as data. */
export interface VerifyOrder {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
  readonly places: ReadonlyMap<string, string>;
}

await serveRun(async (order, { beganAt, signal, note }) => {
  const { values, positionals, places } = order as VerifyOrder;
  const options = await verifyOptions(new GivenFlags(values, positionals, places));
  // Such as a pattern that is not enforced: a server that breaks it is not found out.
  for (const line of warningLines(options.contract)) process.stderr.write(`${line}\n`);
  return verify({ ...options, beganAt, signal }, note);
});
