import { describe, expect, it } from 'vitest';
import { StoredDocumentError } from '../document-store.js';
import { maxDocumentLength, maxDocuments } from '../limits.js';
import type { State } from '../state.js';
import { together, upTo, type OpenStore } from './state-under-test.js';

interface Book {
  readonly title: string;
  readonly copies: number;
}

const book = (copies: number): Book => ({ title: 'Größe & Söhne 🚢', copies });

const book1 = { title: 'a', copies: 1 };

export function documentLaws(fresh: OpenStore): void {
  describe('documents', () => {
    it('are found as they were saved, in their sandbox and collection only', async () => {
      const { documents } = (await fresh()).state;
      await documents.save('a', 'books', '1', book(1));
      await documents.save('a', 'books', '2', book(2));
      expect(await documents.find('a', 'books', '1')).toEqual(book(1));
      expect(await documents.find('a', 'books', '2')).toEqual(book(2));
      for (const [sandbox, collection, id] of [
        ['a', 'books', '3'],
        ['a', 'loans', '1'],
        ['b', 'books', '1'],
      ] as const)
        expect(await documents.find(sandbox, collection, id)).toBeUndefined();
    });

    it('are listed by collection, those saved first before others', async () => {
      const { documents } = (await fresh()).state;
      for (const id of ['c', 'a', 'b']) await documents.save('a', 'books', id, book(1));
      await documents.save('a', 'books', 'a', book(5));
      await documents.save('a', 'loans', 'x', null);
      expect(await documents.list('a', 'books')).toEqual([
        { id: 'c', document: book(1) },
        { id: 'a', document: book(5) },
        { id: 'b', document: book(1) },
      ]);
      expect(await documents.list('a', 'loans')).toEqual([{ id: 'x', document: null }]);
      expect(await documents.list('b', 'books')).toEqual([]);
    });

    it('are deleted once, and may be saved again', async () => {
      const { documents } = (await fresh()).state;
      await documents.save('a', 'books', '1', book(1));
      expect(await documents.delete('b', 'books', '1')).toBe(false);
      expect(await documents.delete('a', 'books', '1')).toBe(true);
      expect(await documents.delete('a', 'books', '1')).toBe(false);
      expect(await documents.find('a', 'books', '1')).toBeUndefined();
      expect(await documents.list('a', 'books')).toEqual([]);
      await documents.save('a', 'books', '1', book(2));
      expect(await documents.list('a', 'books')).toEqual([{ id: '1', document: book(2) }]);
    });

    it('may have any id, also those that objects have by themselves', async () => {
      const { documents } = (await fresh()).state;
      const ids = ['__proto__', 'constructor', 'a:b', '*', ' ', '', '=', 'ü🚢'];
      for (const id of ids) {
        expect(await documents.find('a', 'books', id)).toBeUndefined();
        await documents.save('a', 'books', id, { id });
        expect(await documents.find('a', 'books', id)).toEqual({ id });
      }
      expect((await documents.list('a', 'books')).map(({ id }) => id)).toEqual(ids);
    });

    it('do not change with the values that were given and returned', async () => {
      const { documents } = (await fresh()).state;
      const given = { title: 'a', copies: 1 };
      await documents.save('a', 'books', '1', given);
      given.copies = 7;
      const found = await documents.find<typeof given>('a', 'books', '1');
      if (found) found.copies = 8;
      expect(await documents.find('a', 'books', '1')).toEqual(book1);
      const updated = await documents.update<typeof given>('a', 'books', '1', (current) => {
        if (current) current.title = 'changed';
        return { title: 'a', copies: 1 };
      });
      if (updated) updated.copies = 9;
      expect(await documents.find('a', 'books', '1')).toEqual(book1);
    });

    it('are what JSON keeps of them', async () => {
      const { documents } = (await fresh()).state;
      await documents.save('a', 'books', '1', { at: new Date(0), left: undefined, bytes: [1, NaN] });
      const kept = { at: '1970-01-01T00:00:00.000Z', bytes: [1, null] };
      expect(await documents.find('a', 'books', '1')).toStrictEqual(kept);
    });
  });

  describe('documents', () => {
    it('are made, changed and deleted by an update, which returns what is left', async () => {
      const { documents } = (await fresh()).state;
      const seen: (Book | undefined)[] = [];
      const update = (next: Book | undefined) =>
        documents.update<Book>('a', 'books', '1', (current) => {
          seen.push(current);
          return next;
        });
      expect(await update(undefined)).toBeUndefined();
      expect(await update(book(1))).toEqual(book(1));
      expect(await update(book(2))).toEqual(book(2));
      expect(await documents.find('a', 'books', '1')).toEqual(book(2));
      expect(await update(undefined)).toBeUndefined();
      expect(await documents.find('a', 'books', '1')).toBeUndefined();
      expect(seen).toEqual([undefined, undefined, book(1), book(2)]);
    });

    it('lose no change among parallel updates', async () => {
      const { documents } = (await fresh()).state;
      await together(20, () => documents.update<number>('a', 'counts', '1', (count = 0) => count + 1));
      expect(await documents.find('a', 'counts', '1')).toBe(20);
    });

    it('let exactly one of parallel updates take the last copy', async () => {
      const { documents } = (await fresh()).state;
      await documents.save('a', 'books', '1', book(1));
      const lent = await together(10, async () => {
        let isLent = false;
        await documents.update<Book>('a', 'books', '1', (current = book(0)) => {
          isLent = current.copies > 0;
          return isLent ? { ...current, copies: current.copies - 1 } : current;
        });
        return isLent;
      });
      expect(lent.filter(Boolean)).toHaveLength(1);
      expect(await documents.find('a', 'books', '1')).toEqual(book(0));
    });

    it('stay as they were when an update throws', async () => {
      const { documents } = (await fresh()).state;
      await documents.save('a', 'books', '1', book(1));
      const failing = async () =>
        documents.update('a', 'books', '1', () => {
          throw new Error('Nothing to lend.');
        });
      await expect(failing()).rejects.toThrow('Nothing to lend.');
      expect(await documents.find('a', 'books', '1')).toEqual(book(1));
    });
  });

  describe('documents', () => {
    it('have counters beside them, from 1, none twice among parallel calls', async () => {
      const { documents } = (await fresh()).state;
      const counts = await together(20, () => documents.increment('a', 'loans', '1'));
      expect(counts.sort((a, b) => a - b)).toEqual(upTo(20));
      expect(await documents.increment('a', 'loans', '2')).toBe(1);
      expect(await documents.increment('a', 'books', '1')).toBe(1);
      expect(await documents.increment('b', 'loans', '1')).toBe(1);
      expect(await documents.find('a', 'loans', '1')).toBeUndefined();
    });
  });

  describe('documents', () => {
    it('are refused when they are no JSON, too long, or in a collection without a proper name', async () => {
      const { documents } = (await fresh()).state;
      const saving = async (collection: string, id: string, document: unknown) =>
        documents.save('a', collection, id, document);
      await saving('books', '1', 'x'.repeat(maxDocumentLength - 3));
      const wrong: [string, string, unknown][] = [
        ['books', '22', 'x'.repeat(maxDocumentLength - 3)],
        ['books', '3', undefined],
        ['books', '4', () => 1],
        ['Books:a', '5', 1],
        ['', '6', 1],
      ];
      for (const [collection, id, document] of wrong)
        await expect(saving(collection, id, document)).rejects.toBeInstanceOf(StoredDocumentError);
      const updating = async () => documents.update('a', 'books', '1', () => 'x'.repeat(maxDocumentLength));
      await expect(updating()).rejects.toBeInstanceOf(StoredDocumentError);
      expect((await documents.list('a', 'books')).map(({ id }) => id)).toEqual(['1']);
    });

    it('beyond the limit of their collection push out those saved first', async () => {
      const { state } = await fresh();
      await saveMany(state, maxDocuments);
      await state.documents.save('a', 'books', '0', 'again');
      await state.documents.save('a', 'books', 'last', 'last');
      expect(await state.documents.find('a', 'books', '0')).toBeUndefined();
      expect(await state.documents.find('a', 'books', '1')).toBe(1);
      expect(await state.documents.find('a', 'books', 'last')).toBe('last');
      expect(await state.sandboxes.list()).toMatchObject([{ documents: { books: maxDocuments } }]);
    });
  });
}

/** A hundred at a time: a call to a shared store may wait two seconds, however many are before it. */
async function saveMany({ documents }: State, count: number): Promise<void> {
  for (let from = 0; from < count; from += 100)
    await together(100, (index) => documents.save('a', 'books', String(from + index), from + index));
}
