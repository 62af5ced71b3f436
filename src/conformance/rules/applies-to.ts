import type { Case } from '../cases/case.js';

/** Cases that may be answered with a success of an operation. */
export function successOf(operation: string): (item: Case) => boolean {
  return (item) => item.operation?.id === operation && item.accept.some((status) => status < 300);
}

/** Cases that may be answered with a status. */
export function answeredWith(status: number): (item: Case) => boolean {
  return ({ accept }) => accept.includes(status);
}

/** Cases whose body is wrong on purpose. */
export function withProblems({ problems }: Case): boolean {
  return problems.length > 0;
}
