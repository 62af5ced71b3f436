import { readFileSync } from 'node:fs';
import type { Contract } from '../../contract/contract.js';
import { loadContract } from '../../contract/load-contract.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

/**
 * A document of `documents/`: that of the honest server, that of the to-do list, or one with an operation for each way of asking for
 * credentials.
 *
 * @param change what its text becomes
 */
export function documentContract(
  name: 'library' | 'todo' | 'guarded',
  change: (text: string) => string = (text) => text,
): Promise<Contract> {
  const text = readFileSync(new URL(`documents/${name}.yaml`, import.meta.url), 'utf8');
  return loadContract(temporaryFile(`${name}.yaml`, change(text)));
}
