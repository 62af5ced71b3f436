import type { NameOption } from '../option-name.js';
import type { Skip } from './rule.js';

/** Why a rule was not checked, with the option that would change it: "no expired key was given (expiredKey)". */
export function skipReason({ skip, option, value }: Skip, nameOption: NameOption): string {
  if (option === undefined) return skip;
  return `${skip} (${[nameOption(option), ...(value === undefined ? [] : [value])].join(' ')})`;
}
