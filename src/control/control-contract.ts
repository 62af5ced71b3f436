import { fileURLToPath } from 'node:url';
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';

/** The document of the control API. */
const controlDocument = fileURLToPath(new URL('./control-api.yaml', import.meta.url));

/** The control API as its document describes it. */
export function loadControlContract(): Promise<Contract> {
  return loadContract(controlDocument, { strict: true });
}
