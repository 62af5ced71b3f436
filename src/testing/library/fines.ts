import { dailyFineCents } from './catalogue.js';
import type { Book } from './catalogue.js';

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
