/**
 * A library that lends books: a complete service that has nothing in common with the one that ships. It is an example of all
 * that a `ServiceDefinition` can say, and its tests show that the mock knows nothing else about a service.
 */
import { fileURLToPath } from 'node:url';
import type { Handler, HandlerError, Service, ServiceDefinition } from '../../mock/service-definition.js';
import { coverOf, fineFor, makeCatalogue, searchCatalogue, type Book } from './catalogue.js';
import { Loans, type Loan } from './loans.js';

type Catalogue = ReadonlyMap<string, Book>;

export const library: ServiceDefinition = {
  name: 'library',
  document: fileURLToPath(new URL('library.yaml', import.meta.url)),
  scenarios: fileURLToPath(new URL('scenarios', import.meta.url)),
  // A limited card may look books up; lending needs the scope `loans`.
  keys: { onlyKnown: true, limitedScopes: ['books'] },

  prepare({ seed, now, documents }): Service {
    const catalogue = makeCatalogue(seed);
    const loans = new Loans(documents);
    const today = (): number => Math.floor(now() / 86_400_000);

    const searchBooks: Handler = ({ query, assetsUrl }) => {
      const found = searchCatalogue(catalogue, query);
      const books = found.slice(0, Number(query.limit)).map((book) => shownBook(book, assetsUrl));
      return { status: 200, body: { books, found: found.length } };
    };

    const lendBook: Handler = async ({ path, body, sandbox }) => {
      const book = catalogue.get(String(path.book));
      if (!book) return notFound(`The library has no book ${String(path.book)}`);
      const { reader, days = 14 } = body as { reader: string; days?: number };
      const loan = await loans.lend(sandbox, book, { reader, lent: today(), due: today() + days });
      if (!loan) return conflict(`Every copy of ${book.title} is lent`);
      return { status: 201, body: shownLoan(loan, book, today()) };
    };

    const getLoan: Handler = async ({ path, sandbox }) => {
      const loan = await loans.find(sandbox, String(path.loan));
      const book = loan && catalogue.get(loan.book);
      if (!book) return notFound(`There is no loan ${String(path.loan)}`);
      return { status: 200, body: shownLoan(loan, book, today()) };
    };

    const giveBack: Handler = async ({ path, sandbox }) => {
      const id = String(path.loan);
      const outcome = await loans.giveBack(sandbox, id, today());
      if (outcome === 'unknown') return notFound(`There is no loan ${id}`);
      return outcome === 'given back' ? { status: 204 } : conflict(`The copy of loan ${id} is back already`);
    };

    return {
      handlers: { searchBooks, lendBook, getLoan, giveBack },
      assets: { folder: 'covers', find: (name) => findCover(catalogue, name) },
      explain: explainFine(catalogue),
    };
  },
};

/** Explains the fine of a recorded loan. A response that a scenario changed says nothing about a fine. */
function explainFine(catalogue: Catalogue): NonNullable<Service['explain']> {
  return ({ operation, response, scenario }) => {
    if (operation !== 'getLoan' || response.status !== 200 || scenario) return undefined;
    const loan = JSON.parse(new TextDecoder().decode(response.body.bytes)) as ReturnType<typeof shownLoan>;
    const book = catalogue.get(loan.book);
    return book && fineFor(loan.overdue_days, book);
  };
}

function findCover(catalogue: Catalogue, name: string) {
  const [, id = ''] = /^(\w+)\.svg$/.exec(name) ?? [];
  const book = catalogue.get(id);
  return book && coverOf(book);
}

function shownBook({ id, title, author, genre, copies }: Book, assetsUrl: string) {
  return { id, title, author, genre, copies, cover: `${assetsUrl}/covers/${id}.svg` };
}

function shownLoan(loan: Loan, book: Book, today: number) {
  const { overdueDays, fineCents } = fineFor(Math.max(0, (loan.returned ?? today) - loan.due), book);
  return {
    ...{ id: loan.id, book: book.id, title: book.title, reader: loan.reader },
    ...{ lent: dateOf(loan.lent), due: dateOf(loan.due) },
    returned: loan.returned === null ? null : dateOf(loan.returned),
    ...{ overdue_days: overdueDays, fine_cents: fineCents },
  };
}

function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function notFound(error: string): HandlerError {
  return { status: 404, message: 'Not found', errors: [error] };
}

function conflict(error: string): HandlerError {
  return { status: 409, message: 'Not possible now', errors: [error] };
}
