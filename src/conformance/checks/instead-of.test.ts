import { expect, it } from 'vitest';
import type { Operation } from '../../contract/operations.js';
import type { TargetResponse } from '../target/exchange.js';
import { insteadOf } from './instead-of.js';

const of = (status: string) => [status, { pointer: `/of/${status}`, value: { description: 'It.' } }] as const;
const operation = {
  pointer: '/of',
  responses: new Map(['201', '409', '4XX'].map(of)),
} as unknown as Operation;
const response = { status: 201 } as TargetResponse;

it.each([
  [[409], '/of/409'],
  [['422'], '/of/4XX'],
  [[500], undefined],
])('the document is quoted for the status that was wanted (%j)', (wanted, documentPointer) => {
  expect(insteadOf({ response, operation }, ...wanted)).toEqual({
    actual: 'status 201',
    expected: [`status ${wanted[0]}`],
    ...(documentPointer && { documentPointer }),
  });
});
