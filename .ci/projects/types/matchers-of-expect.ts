import type { Matchers } from 'expect';
import 'drydock-kit/jest';

export async function use(matchers: Matchers<void>): Promise<void> {
  await matchers.toMatchContract({ operation: 'GET /categories', level: 'SHOULD' });
}
