import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';

/**
 * The operations whose path templates match a path, whatever their methods: of `/users/me` also those of `/users/{id}`.
 *
 * @param path below the base address, query allowed
 */
export function operationsAt({ operations }: Pick<Contract, 'operations'>, path: string): Operation[] {
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  return operations.filter((operation) => matches(operation.path.split('/'), segments));
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  const greedy = template.findIndex((part) => /\{\+|[+*]\}/.test(part));
  if (greedy === -1 && template.length !== segments.length) return false;
  const compared = greedy === -1 ? template : template.slice(0, greedy);
  return compared.every((part, index) => segmentMatches(part, segments[index] ?? ''));
}

/** Texts are searched for one after another: a template of somebody else's document takes linear time for any path. */
function segmentMatches(part: string, segment: string): boolean {
  if (!part.includes('{')) return part === segment;
  const [first = '', ...rest] = part.split(/\{[^{}]*\}/);
  const last = rest.pop() ?? '';
  if (segment.length <= first.length + last.length) return false;
  if (!segment.startsWith(first) || !segment.endsWith(last)) return false;
  let at = first.length;
  for (const text of rest) {
    const found = segment.indexOf(text, at + 1);
    if (found === -1) return false;
    at = found + text.length;
  }
  return true;
}
