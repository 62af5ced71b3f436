// Jest's globals as @types/jest declares them, in little.
import 'drydock-kit/jest';

declare global {
  namespace jest {
    interface Matchers<R, T = {}> {
      toBe(expected: T): R;
    }
  }
}

export async function use(matchers: jest.Matchers<void, Response>): Promise<void> {
  await matchers.toMatchContract('getShippingRates');
  // @ts-expect-error the operation is a text or an object
  await matchers.toMatchContract(404);
}
