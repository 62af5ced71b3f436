import { isSensitiveName } from './sensitive-names.js';

/** A text of JSON or of a form has a secret here, by the name that stands before it. */
export interface SensitiveMember {
  readonly name: string;
  readonly value: string;
  /** The start of the value, without its quotes, and the end. */
  readonly start: number;
  readonly end: number;
}

/** `"name": "value"` of JSON, and `name=value` of forms. */
const members = /"([\w.-]{1,64})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.)+)"|(?:^|&)([\w.-]{1,64})=([^&\s"]+)/dg;

/** The secrets of a body that its own names give away, in their order. */
export function sensitiveMembers(text: string): SensitiveMember[] {
  return [...text.matchAll(members)].flatMap(({ 1: member, 3: field, indices }) => {
    const name = member ?? field ?? '';
    const [start = 0, end = 0] = indices?.[member === undefined ? 4 : 2] ?? [];
    return isSensitiveName(name) ? [{ name, value: text.slice(start, end), start, end }] : [];
  });
}
