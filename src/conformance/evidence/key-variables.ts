import { basicCredentials, type Keys } from '../cases/credentials/credential.js';

/** A text in pieces: literal ones, and expansions of a shell's variables in the place of keys. */
export type ShellPiece = { readonly literal: string } | { readonly expansion: string };

/** The variable that `drydock verify` reads the credential of a security scheme from: of `my-key` DRYDOCK_AUTH_MY_KEY. */
export function schemeVariable(scheme: string): string {
  return `DRYDOCK_AUTH_${scheme.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/** The variable that stands for the value of a header of the run: of `X-Gateway-Key` DRYDOCK_HEADER_X_GATEWAY_KEY. */
function headerVariable(name: string): string {
  return `DRYDOCK_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/** The variables that commands of `curlOf` expand, each once. Nothing is expanded behind a backslash or in single quotes. */
export function variablesIn(commands: readonly string[]): string[] {
  const expanded = commands.map((command) => command.replaceAll(/\\.|'[^']*'/gs, ''));
  const found = expanded.flatMap((text) => [...text.matchAll(/\$\{?(DRYDOCK_[A-Z0-9_]+)/g)]);
  return [...new Set(found.flatMap(([, name]) => name ?? []))];
}

/** The variables that `drydock verify` reads these keys from. */
function variablesOf({
  valid,
  expired,
  limited,
  schemes = {},
}: Keys): (readonly [variable: string, key: string | undefined])[] {
  return [
    ['DRYDOCK_KEY', valid],
    ['DRYDOCK_EXPIRED_KEY', expired],
    ['DRYDOCK_LIMITED_KEY', limited],
    ...Object.entries(schemes).map(([name, key]) => [schemeVariable(name), key] as const),
  ];
}

/** Shorter keys may be part of any word. */
const shortest = 8;

/** Puts variables in the place of a run's keys, so that a command can be pasted and shows no key. */
export class KeyVariables {
  private readonly known: readonly (readonly [text: string, expansion: string])[];

  /** @param headers of the run, those whose values are secret */
  constructor(keys: Keys, headers: Readonly<Record<string, string>> = {}) {
    const inHeaders = Object.entries(headers).map(
      ([name, value]) => [value, `$${headerVariable(name)}`] as const,
    );
    this.known = variablesOf(keys)
      .flatMap(([variable, key = '']) => (key === '' ? [] : textsOf(variable, key)))
      .concat(inHeaders)
      .sort(([a], [b]) => b.length - a.length);
  }

  /** The pieces of a text; one literal where it has no key. */
  piecesOf(text: string): ShellPiece[] {
    for (const [key, expansion] of this.known) {
      const at = positionOf(key, text);
      if (at === -1) continue;
      const [before, after] = [text.slice(0, at), text.slice(at + key.length)];
      return [
        ...(before === '' ? [] : this.piecesOf(before)),
        { expansion },
        ...(after === '' ? [] : this.piecesOf(after)),
      ];
    }
    return [{ literal: text }];
  }
}

/** The forms of a key that a request may contain, each with the expansion that gives it. */
function textsOf(variable: string, key: string): (readonly [text: string, expansion: string])[] {
  const half = Math.ceil(key.length / 2);
  const cut = `\${${variable}%${'?'.repeat(key.length - half)}}`;
  const colon = key.includes(':') ? '' : ':';
  const encoded = `$(printf %s "$${variable}${colon}" | base64 | tr -d '\\n')`;
  return [
    [key, `$${variable}`],
    [basicCredentials(key), encoded],
    // The suite sends half a key, to see whether it is accepted.
    ...(half < shortest ? [] : [[key.slice(0, half), cut] as const]),
  ];
}

function positionOf(key: string, text: string): number {
  let at = text.indexOf(key);
  while (at !== -1 && !isWhole(text, at, key)) at = text.indexOf(key, at + 1);
  return at;
}

/** Returns whether a short key stands by itself; a long one is nothing else wherever it stands. */
function isWhole(text: string, at: number, key: string): boolean {
  if (key.length >= shortest) return true;
  const around = [text[at - 1], text[at + key.length]];
  return around.every((character) => character === undefined || !/[\w-]/.test(character));
}
