import { nearest } from '../../contract/nearest-names.js';
import { envName, type OptionTable } from '../../options/option.js';

/** Variables that are read elsewhere than in a table of flags. */
const others = [
  'DRYDOCK_CACHE',
  'DRYDOCK_PLAIN_HTTP',
  'DRYDOCK_URL',
  'DRYDOCK_CONTROL_TOKEN',
  'DRYDOCK_COMMAND',
];

/** Variables of Drydock that are set and not among the flags of one command; one of another command may be meant. */
export function foreignVariables(table: OptionTable, env: NodeJS.ProcessEnv): string[] {
  const known = new Set([...others, ...variablesOf(table)]);
  return Object.keys(env).filter(
    (name) => /^DRYDOCK_(?!AUTH_)/.test(name) && env[name] !== '' && !known.has(name),
  );
}

/** A sentence for each variable that no command reads. @param named those that the configuration file names */
export function unknownVariables(
  found: readonly string[],
  tables: readonly OptionTable[],
  named: readonly string[],
): string[] {
  const known = [...others, ...named, ...tables.flatMap(variablesOf)];
  return found
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [near] = nearest(name, known, 1);
      return `The variable ${name} is not known and has no effect.${near === undefined ? '' : ` Did you mean ${near}?`}`;
    });
}

function variablesOf(table: OptionTable): string[] {
  return Object.entries(table)
    .filter(([, { noEnv }]) => !noEnv)
    .map(([name, option]) => envName(name, option));
}
