import { optionName, type OptionTable } from './option.js';

/**
 * Has errors of a call name options as a program gives them. The code below speaks of flags, for which a command line puts what its
 * user has written.
 */
export async function namingOptions<T>(flags: OptionTable, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) error.message = asOptions(error.message, flags);
    throw error;
  }
}

/** A sentence that names options as a program gives them, in the place of flags. */
export function asOptions(sentence: string, flags: OptionTable): string {
  return sentence.replace(/(?<=^|[\s(])--([a-z][a-z\d-]*)/g, (written, flag: string, at: number) => {
    const option = flags[flag];
    if (!option) return written;
    const isFirst = /(?:^|[.!?] )$/.test(sentence.slice(0, at));
    return `${isFirst ? 'The' : 'the'} option ${optionName(flag, option)}`;
  });
}
