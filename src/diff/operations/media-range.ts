import { essenceOf } from '../../contract/operations.js';

/** Returns whether a range such as `text/*` covers a media type. */
export function accepts(range: string, mediaType: string): boolean {
  const [type, subtype] = essenceOf(range).split('/');
  return subtype === '*' && (type === '*' || essenceOf(mediaType).startsWith(`${type ?? ''}/`));
}
