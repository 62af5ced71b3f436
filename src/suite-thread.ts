/** The program of the thread in which the suite runs for the control API. */
import { serveRun } from './conformance/thread/serve-run.js';
import { verify } from './conformance/run/verify.js';
import { loadSpecs } from './contract/specs/load-specs.js';
import { loadShippingContract } from './shipping/shipping-service.js';
import type { SuiteThreadOrder } from './suite-runner.js';

await serveRun(async (given, { beganAt, signal, note }) => {
  const { documents, ...order } = given as SuiteThreadOrder;
  const contract = await (documents ? loadSpecs(documents) : loadShippingContract());
  return verify({ ...order, contract, beganAt, signal }, note);
});
