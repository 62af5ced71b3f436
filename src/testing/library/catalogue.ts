/** The library's stock, the same books for the same seed, with their covers and fines. */
import { seededRandom } from '../../contract/seeded-random.js';
import type { ServiceAsset } from '../../mock/service-definition.js';

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly genre: keyof typeof dailyFineCents;
  /** Number of copies that the library owns. */
  readonly copies: number;
  /** The bound of a fine. */
  readonly priceCents: number;
}

/** The fine for each day. */
const dailyFineCents = { novel: 20, science: 40, children: 5 } as const;

const adjectives = ['Quiet', 'Broken', 'Northern', 'Seventh', 'Hidden', 'Paper'];
const nouns = ['Garden', 'River', 'Telescope', 'Orchard', 'Machine', 'Island'];
const authors = ['Ada Holm', 'Ben Sarkar', 'Chiara Lund', 'Dov Mensah', 'Esi Marlow'];
const genres = ['novel', 'science', 'children'] as const;

/** @param count up to 999 */
export function makeCatalogue(seed: number, count = 24): ReadonlyMap<string, Book> {
  const random = seededRandom('library', seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const books = Array.from({ length: count }, (_, index): Book => ({
    id: `B${String(index + 1).padStart(3, '0')}`,
    title: `The ${pick(adjectives)} ${pick(nouns)}`,
    author: pick(authors),
    genre: pick(genres),
    copies: 1 + (index % 3),
    priceCents: 900 + Math.floor(random() * 20) * 100,
  }));
  return new Map(books.map((book) => [book.id, book]));
}

export interface Search {
  readonly text?: string;
  readonly genre?: Book['genre'];
}

/** The books whose title or author has the text, by title. */
export function searchCatalogue(catalogue: ReadonlyMap<string, Book>, { text = '', genre }: Search): Book[] {
  const wanted = text.toLowerCase();
  return [...catalogue.values()]
    .filter((book) => genre === undefined || book.genre === genre)
    .filter(({ title, author }) => `${title}\n${author}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.title.localeCompare(b.title, 'en') || a.id.localeCompare(b.id));
}

const colours = { novel: '#7a1f3d', science: '#1f4e7a', children: '#2f7a1f' } as const;

/** The cover of a book as an SVG image. */
export function coverOf({ title, author, genre }: Book): ServiceAsset {
  const lines = `<text x="12" y="60">${title}</text><text x="12" y="180">${author}</text>`;
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 200" fill="#fff" font-size="12"><rect width="140" height="200" fill="${colours[genre]}"/>${lines}</svg>`;
  return { mediaType: 'image/svg+xml', body };
}

/** A fine, and how it came about. */
export interface Fine {
  readonly overdueDays: number;
  readonly centsPerDay: number;
  /** The price of the book: no fine is higher. */
  readonly maxCents: number;
  readonly fineCents: number;
}

export function fineFor(overdueDays: number, { genre, priceCents }: Book): Fine {
  const centsPerDay = dailyFineCents[genre];
  const fineCents = Math.min(overdueDays * centsPerDay, priceCents);
  return { overdueDays, centsPerDay, maxCents: priceCents, fineCents };
}
