/** The command line of the programs in this folder. Their flags are tables, as those of `drydock` are. */
import { describeFlags, readFlags, UsageError, type FlagTable, type GivenFlags } from '../src/cli/flags.js';

/** Reads the flags, or ends the process: with the help for `--help`, with one sentence and exit 2 for a wrong flag. */
export function readCommandLine(usage: string, table: FlagTable, maxPositionals: number): GivenFlags {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(`${usage}\n\nFlags:\n${describeFlags(table)}`);
    process.exit(0);
  }
  try {
    return readFlags(table, args, {}, maxPositionals);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return endWith(error.message);
  }
}

/** Ends the process with exit 2 and a sentence that says what was wrong with its command line. */
export function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
