import type { PrepareHandler, Result } from '../operation-handler.js';

/** GET /categories: the catalogue, which never changes while the mock runs. Specification 4.1. */
export const prepare: PrepareHandler<'listCategories'> = async ({ seed, categories }) => {
  const outcome: Result<'listCategories'> = {
    status: 200,
    body: {
      status: true,
      message: 'Categories retrieved successfully',
      data: [...(await categories(seed))],
      errors: [],
      response_code: '200',
    },
  };
  return () => outcome;
};
