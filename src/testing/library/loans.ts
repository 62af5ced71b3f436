/** Lending and giving back. Each step is one atomic update, so that parallel calls never lend a copy twice. */
import type { DocumentStore } from '../../mock/service-definition.js';
import type { Book } from './catalogue.js';

export interface Loan {
  readonly id: string;
  readonly book: string;
  readonly reader: string;
  /** Days since 1970, UTC, as the other days. */
  readonly lent: number;
  readonly due: number;
  readonly returned: number | null;
}

/** Numbers of copies of a book that are out, and that ever were. */
interface Shelf {
  readonly out: number;
  readonly ever: number;
}

export class Loans {
  constructor(private readonly documents: DocumentStore) {}

  async find(sandbox: string, id: string): Promise<Loan | undefined> {
    return this.documents.find<Loan>(sandbox, 'loans', id);
  }

  /** @returns undefined where every copy is out */
  async lend(
    sandbox: string,
    { id: book, copies }: Book,
    terms: Pick<Loan, 'reader' | 'lent' | 'due'>,
  ): Promise<Loan | undefined> {
    const made: { id?: string } = {};
    await this.documents.update<Shelf>(sandbox, 'shelves', book, ({ out, ever } = { out: 0, ever: 0 }) => {
      // May be called again when another replica was faster.
      delete made.id;
      if (out === copies) return { out, ever };
      made.id = `${book}-${ever + 1}`;
      return { out: out + 1, ever: ever + 1 };
    });
    if (made.id === undefined) return undefined;
    const loan: Loan = { id: made.id, book, ...terms, returned: null };
    await this.documents.save(sandbox, 'loans', loan.id, loan);
    return loan;
  }

  async giveBack(sandbox: string, id: string, today: number): Promise<'given back' | 'unknown' | 'was back'> {
    const before: { loan?: Loan | undefined } = {};
    await this.documents.update<Loan>(sandbox, 'loans', id, (loan) => {
      before.loan = loan;
      return loan?.returned === null ? { ...loan, returned: today } : loan;
    });
    if (!before.loan) return 'unknown';
    if (before.loan.returned !== null) return 'was back';
    await this.documents.update<Shelf>(sandbox, 'shelves', before.loan.book, (shelf) =>
      shelf ? { ...shelf, out: shelf.out - 1 } : undefined,
    );
    return 'given back';
  }
}
