import type { Operation } from '../../contract/operations.js';
import type { CaseDraft } from './case.js';
import { credentialPlace } from './credential.js';
import type { CredentialPlace } from './credential.js';
import { weaker } from '../level.js';
import type { Level } from '../level.js';
import type { Planner } from './planner.js';
import type { RequestParts } from './request.js';

/** One way of presenting, or not presenting, a key. */
export interface Presentation {
  readonly detail: string;
  readonly title: string;
  /** Weaker than the rule, where a lenient reading of the header may be meant. */
  readonly level?: Level;
  /** @param bare a valid request without a key */
  apply(bare: RequestParts, place: CredentialPlace): RequestParts | undefined;
}

/** A case for each way and each operation that asks for a key, refused as the service refuses keys. */
export function refusedCredentials(planner: Planner, presentations: readonly Presentation[]): CaseDraft[] {
  return planner.guarded.flatMap((operation) =>
    presentations.flatMap((presentation) => draftsFor(planner, operation, presentation)),
  );
}

function draftsFor(planner: Planner, operation: Operation, presentation: Presentation): CaseDraft[] {
  const place = credentialPlace(planner.stated.contract, operation);
  const request = place && presentation.apply(planner.requestWithoutKey(operation), place);
  if (request === undefined) return [];
  const { detail, title, level } = presentation;
  // What an operation that is an assumption answers stays one.
  const binding = level && { level: weaker(level, planner.stated.levelOf(operation)) };
  return [{ detail, title, operation, request, accept: planner.unauthorized, ...binding }];
}

/** A key that no server gave out: as long as a real one and of the same kinds of characters. */
export function unknownKey(valid: string | undefined): string {
  if (valid === undefined) return 'drydock-unknown-key-5f1d0c';
  return valid.replace(/[A-Za-z0-9]/g, (character) => rotated(character));
}

function rotated(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 7) % 10);
  const base = /[a-z]/.test(character) ? 97 : 65;
  return String.fromCharCode(((character.charCodeAt(0) - base + 11) % 26) + base);
}
