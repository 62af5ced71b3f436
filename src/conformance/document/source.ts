import type { Level } from '../level.js';

/** `x-source`: which section of the specification states a part of the document, or why the part was chosen. */
export interface Source {
  section?: string;
  assumed?: string;
  keywords?: Record<string, Source>;
}

/** The source of a part of the document; undefined where the document names none. */
export function sourceOf(part: unknown): Source | undefined {
  if (typeof part !== 'object' || part === null || !('x-source' in part)) return undefined;
  const source = part['x-source'];
  return typeof source === 'object' && source !== null ? source : undefined;
}

/** A part is an assumption when its source gives a reason and no section that states it. */
export function isAssumed(source: Source | undefined): boolean {
  return source?.assumed !== undefined && source.section === undefined;
}

/** Returns whether one keyword of a schema is an assumption, by its own source or else the schema's. */
export function isKeywordAssumed(source: Source | undefined, keyword: string): boolean {
  return isAssumed(source?.keywords?.[keyword] ?? source);
}

/** Returns whether any part of a document says where it comes from. */
export function hasSources(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'x-source' in value || Object.values(value).some(hasSources);
}

/** The level of a part. A document without sources states everything. */
export function levelOf(part: unknown): Level {
  return isAssumed(sourceOf(part)) ? 'ASSUMED' : 'MUST';
}
