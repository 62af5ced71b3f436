import type { ServiceAsset } from '../../mock/service-definition.js';
import type { Book } from './catalogue.js';

const colours = { novel: '#7a1f3d', science: '#1f4e7a', children: '#2f7a1f' } as const;

/** The cover of a book as an SVG image. */
export function coverOf({ title, author, genre }: Book): ServiceAsset {
  const lines = `<text x="12" y="60">${title}</text><text x="12" y="180">${author}</text>`;
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 200" fill="#fff" font-size="12"><rect width="140" height="200" fill="${colours[genre]}"/>${lines}</svg>`;
  return { mediaType: 'image/svg+xml', body };
}
