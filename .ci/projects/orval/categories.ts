import type { QueryClient } from '@tanstack/query-core';
import { listCategories } from './api';

/** The code under test, typed by the document: a query that asks twice more where the service fails. */
export async function categoryNames(client: QueryClient): Promise<string[]> {
  const categories = await client.fetchQuery({
    queryKey: ['categories'],
    queryFn: async () => {
      const answer = await listCategories();
      if (answer.status !== 200) throw new Error(answer.data.errors.join('; '));
      return answer.data.data;
    },
    retry: 2,
    retryDelay: 10,
  });
  return categories.map(({ name }) => name);
}
