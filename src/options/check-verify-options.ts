import type { Level } from '../conformance/level.js';
import { checkOptions } from './check-options.js';
import type { CodeOptions } from './check-options.js';
import { verifyOptions } from './verify-options.js';

/** What only a program can give: objects, functions, and lists that are data there and files on the command line. */
const inCode: CodeOptions = {
  ...{ contract: 'object', rules: 'object', rerun: 'object', expectedFailures: 'object', url: 'string' },
  addresses: 'object',
  ...{ auth: 'object', headers: 'object', now: 'function', signal: 'object', nameOption: 'function' },
};

const { auth: _auth, header: _header, ...inTable } = verifyOptions;

/** Options whose texts were read. */
type Checked<T> = Omit<T, 'level' | 'rate'> & {
  readonly level?: Level | undefined;
  readonly rate?: number | undefined;
};

/** Checks the options of `verify` as flags are checked. @throws OptionError */
export function checkVerifyOptions<T extends object>(options: T): Checked<T> {
  return checkOptions(inTable, options, inCode);
}
