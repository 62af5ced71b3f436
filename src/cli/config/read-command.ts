import { existsSync } from 'node:fs';
import { nearest } from '../../contract/nearest-names.js';
import { configNames, configSchema } from '../../options/config/config-options.js';
import { mockFlags } from '../../options/mock-options.js';
import { verifyFlags } from '../../options/verify-options.js';
import type { Command } from '../command.js';
import { GivenFlags, readFlags, UsageError, type FileValue } from '../flags.js';
import { claimsOf } from './config-claims.js';
import type { ConfigFile } from './config-file.js';
import { configValues, unknownName } from './config-values.js';

/**
 * The flags of a command that reads the configuration file: the command line wins, then the environment, then the file.
 *
 * @throws UsageError
 */
export async function readConfigured(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<GivenFlags> {
  const { flags, maxPositionals } = command;
  // Once without the file: it is the flags that name it.
  const alone = readFlags(flags, args, env, maxPositionals);
  const file = alone.text('config') ?? configNames.find((known) => existsSync(known));
  if (file === undefined) return alone;
  // It brings a YAML parser, which a start without a file does not wait for.
  const { ConfigFile } = await import('./config-file.js');
  const config = ConfigFile.read(file);
  checkParts(config);
  const source = { config, env };
  const [name] = alone.positionals;
  const askedBy = (...claims: string[][]) => ({ file, claims: [...new Set(claims.flat())] });
  if (command.config === 'mock') {
    const given = readFlags(flags, args, env, maxPositionals, configValues(source, ['mock'], mockFlags));
    return new GivenFlags(given.values, given.positionals, askedBy(claimsOf(config, ['mock'], flags)));
  }
  const ofAll = configValues(source, ['verify'], verifyFlags);
  const target = name === undefined ? undefined : targetNamed(config, name);
  if (target === undefined) {
    const given = readFlags(flags, args, env, maxPositionals, ofAll);
    return new GivenFlags(
      given.values,
      given.positionals,
      askedBy(claimsOf(config, ['verify'], flags, name)),
    );
  }
  const path = ['targets', target];
  const ofTarget = configValues(source, path, verifyFlags, ['url']);
  const values = new Map<string, FileValue>([...ofAll, ...ofTarget]);
  const given = readFlags(flags, args, env, maxPositionals, values);
  const url = urlOf(config, path);
  const asked = askedBy(claimsOf(config, ['verify'], flags, url), claimsOf(config, path, flags, url));
  return new GivenFlags(given.values, [url], asked);
}

/** @throws UsageError */
function checkParts(config: ConfigFile): void {
  const parts = Object.keys(configSchema().properties as object);
  for (const [name] of config.entries([]))
    if (!parts.includes(name)) throw unknownName(config, [name], parts);
}

/** Any text but an address is the name of a target. @throws UsageError for an unknown one */
function targetNamed(config: ConfigFile, name: string): string | undefined {
  const names = config.entries(['targets']).map(([known]) => known);
  if (names.includes(name)) return name;
  if (/[:/.]/.test(name) || names.length === 0) return undefined;
  const [near] = nearest(name, names, 1);
  const hint = near === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${near}?`;
  throw new UsageError(`${config.file} has no target ${JSON.stringify(name)}. ${hint}`);
}

/** @throws UsageError */
function urlOf(config: ConfigFile, path: readonly string[]): string {
  const url = config.value([...path, 'url']);
  if (typeof url === 'string') return url;
  throw new UsageError(`${config.place(path)} needs a url, the base address of the target.`);
}
