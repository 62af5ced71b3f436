import type { Outcome, PrepareHandler } from '../../mock/operation-handler.js';

/** GET /categories: the catalogue, which never changes while the mock runs. Specification 4.1. */
export const prepare: PrepareHandler<'listCategories'> = async ({ service }) => {
  const outcome: Outcome<'listCategories'> = {
    status: 200,
    body: {
      status: true,
      message: 'Categories retrieved successfully',
      data: [...(await service.categories())],
      errors: [],
      response_code: '200',
    },
  };
  return () => outcome;
};
