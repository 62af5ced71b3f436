import type { Keys } from '../cases/credential.js';

/** A text in pieces: literal ones, and expansions of a shell's variables in the place of keys. */
export type ShellPiece = { readonly literal: string } | { readonly expansion: string };

/** The variables that `drydock verify` reads its keys from. */
const variables: Readonly<Record<keyof Keys, string>> = {
  valid: 'DRYDOCK_KEY',
  expired: 'DRYDOCK_EXPIRED_KEY',
  limited: 'DRYDOCK_LIMITED_KEY',
};

/** Shorter keys may be part of any word. */
const shortest = 8;

/** Puts variables in the place of a run's keys, so that a command can be pasted and shows no key. */
export class KeyVariables {
  private readonly known: readonly (readonly [text: string, expansion: string])[];

  constructor(keys: Keys) {
    this.known = Object.entries(variables)
      .flatMap(([name, variable]) => {
        const key = keys[name as keyof Keys] ?? '';
        const half = Math.ceil(key.length / 2);
        const whole = [key, `$${variable}`] as const;
        // The suite sends half a key, to see whether it is accepted.
        const cut = [key.slice(0, half), `\${${variable}%${'?'.repeat(key.length - half)}}`] as const;
        return key === '' ? [] : half < shortest ? [whole] : [whole, cut];
      })
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

function positionOf(key: string, text: string): number {
  let at = text.indexOf(key);
  while (at !== -1 && !isWhole(text, at, key)) at = text.indexOf(key, at + 1);
  return at;
}

/** Whether a short key stands by itself; a long one is nothing else wherever it stands. */
function isWhole(text: string, at: number, key: string): boolean {
  if (key.length >= shortest) return true;
  const around = [text[at - 1], text[at + key.length]];
  return around.every((character) => character === undefined || !/[\w-]/.test(character));
}
