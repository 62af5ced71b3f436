import { fromPointer } from '../contract/json-pointer.js';
import type { BodyProblem } from './case.js';

/** Parts of names that say nothing about which field is meant. */
const weak = new Set(['code', 'type', 'id', 'is', 'of', 'the', 'value', 'data', 'list', 'short']);

/**
 * Whether texts name the field of a problem, in any notation: `zip_code`, `zipCode`, `zip code`, `Zip-Code`, or by a
 * telling part of the name ("invalid zip").
 */
export function namesField(texts: readonly string[], problem: BodyProblem): boolean {
  const name = fromPointer(problem.pointer)
    .filter((segment) => !/^\d+$/.test(segment))
    .at(-1);
  if (name === undefined) return texts.some((text) => text.trim() !== '');
  const said = plain(texts.join(' '));
  if (said.includes(plain(name))) return true;
  return tokens(name).some((token) => said.includes(token) || said.includes(singular(token)));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function tokens(name: string): string[] {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.filter((part) => part.length >= 3 && !weak.has(part));
}

function singular(token: string): string {
  return token.length > 3 && token.endsWith('s') ? token.slice(0, -1) : token;
}
