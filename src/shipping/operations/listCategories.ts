import { envelope, type PrepareHandler, type Result } from '../operation-handler.js';
import type { Category } from '../types.js';

/** GET /categories: the catalogue, which never changes while the mock runs. Specification 4.1. */
export const prepare: PrepareHandler<'listCategories'> = ({ seed, categories }) => {
  let outcome: Result<'listCategories'> | undefined;
  return () => outcome ?? Promise.resolve(categories(seed)).then((list) => (outcome ??= listed(list)));
};

function listed(categories: readonly Category[]): Result<'listCategories'> {
  return { status: 200, body: envelope('200', 'Categories retrieved successfully', [...categories]) };
}
