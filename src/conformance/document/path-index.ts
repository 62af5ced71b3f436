import { getOrMake } from '../../contract/get-or-make.js';
import type { Operation } from '../../contract/operations.js';

/** A template that is read: its segments, and from which on anything follows. */
interface Template {
  readonly operation: Operation;
  readonly segments: readonly string[];
  /** Index of the parameter that takes all remaining segments, as in `/{proxy+}`. */
  readonly greedyAt: number;
}

/** Finds the operations whose path templates match a path, whatever their methods: of `/users/me` also those of `/users/{id}`. */
export class PathIndex {
  /** By the number of segments; greedy ones match any number. */
  private readonly templates = new Map<number | 'greedy', Template[]>();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) {
      const segments = operation.path.split('/');
      const greedyAt = segments.findIndex((part) => /\{\+|[+*]\}/.test(part));
      const key = greedyAt === -1 ? segments.length : 'greedy';
      getOrMake(this.templates, key, () => []).push({ operation, segments, greedyAt });
    }
  }

  /** @param path below the base address, query allowed */
  operationsAt(path: string): Operation[] {
    const segments = (path.split('?', 1)[0] ?? '').split('/');
    const candidates = [
      ...(this.templates.get(segments.length) ?? []),
      ...(this.templates.get('greedy') ?? []),
    ];
    return candidates.filter((template) => matches(template, segments)).map(({ operation }) => operation);
  }
}

function matches({ segments: template, greedyAt }: Template, segments: readonly string[]): boolean {
  const compared = greedyAt === -1 ? template.length : greedyAt;
  for (let index = 0; index < compared; index += 1)
    if (!segmentMatches(template[index] ?? '', segments[index] ?? '')) return false;
  return true;
}

/** Texts are searched for one after another: a template of somebody else's document takes linear time for any path. */
function segmentMatches(part: string, segment: string): boolean {
  if (part === segment) return true;
  if (!part.includes('{')) return false;
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
