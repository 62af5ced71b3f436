/** The claims of a configuration file beyond its own folder: a stranger may have written it. */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { configOptions } from '../../options/config/config-options.js';
import type { OptionTable } from '../../options/option.js';
import type { ConfigFile } from './config-file.js';

type Path = readonly string[];

/**
 * The claims of a part of the file, as far as a command uses it.
 *
 * @param address where the options of `verify` are sent; from and to this machine nothing goes away
 */
export function claimsOf(config: ConfigFile, path: Path, table: OptionTable, address?: string): string[] {
  const known = configOptions(table);
  const entries = config.entries(path);
  const isWatched = entries.some(([name, value]) => name === 'watch' && value === true);
  const written = (text: string): string[] => outside(config, 'write to', text);
  const isSent = address !== undefined && !isHere(address);
  return entries.flatMap(([name, value]) => {
    if (name === 'url') return isSent ? [`send requests to ${String(value)}`] : [];
    if (!known.has(name)) return [];
    const texts = [value].flat().filter((one) => typeof one === 'string');
    if (name === 'redis' || name === 'allowVerify')
      return texts.filter((text) => !isHere(text)).map((text) => `send to ${text}`);
    if (name === 'spec' || name === 'overlays') return texts.flatMap(fetched);
    if (name === 'accessLog') return texts.flatMap(written);
    if (name === 'handlers')
      return texts.map((text) => `execute the code in ${resolve(config.folder, text)}`);
    // The control API saves scenarios where they are watched.
    if (name === 'scenarios') return isWatched ? texts.flatMap(written) : [];
    if (name === 'reports')
      return texts.flatMap((text) => (text.includes('=') ? written(text.replace(/^[^=]*=/, '')) : []));
    if (!isSent) return [];
    if (name === 'insecure') return value === true ? [`accept any certificate of ${address}`] : [];
    if (name === 'keyFile') return texts.flatMap((text) => outside(config, 'send what is in', text));
    return variablesIn(value).map((variable) => `send the variable ${variable}`);
  });
}

/** The names in every `{env: NAME}` of a value. */
export function variablesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { env } = value as { env?: unknown };
  if (typeof env === 'string') return [env];
  return Object.values(value).flatMap(variablesIn);
}

function fetched(text: string): string[] {
  const address = text.replace(/^[^=:]*=/, '');
  return /^https?:/i.test(address) && !isHere(address) ? [`fetch ${address}`] : [];
}

/** @param claim about a path that leads out of the folder of the file */
function outside({ folder }: ConfigFile, claim: string, text: string): string[] {
  return text === '-' || isInside(folder, text) ? [] : [`${claim} ${resolve(folder, text)}`];
}

/** This machine by name or address. */
function isHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

/** Tells whether a path stays in a folder, behind any link; a dangling one may lead anywhere. */
function isInside(folder: string, path: string): boolean {
  const root = realpathSync(folder);
  const place = relative(root, realPlace(resolve(root, path)));
  return place !== '..' && !/^\.\.[/\\]/.test(place) && !isAbsolute(place);
}

/** The path with its existing part behind all links. */
function realPlace(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    const parent = dirname(path);
    return parent === path ? path : join(realPlace(parent), relative(parent, path));
  }
  try {
    return realpathSync(path);
  } catch {
    return '/';
  }
}
