import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import type { OperationPaths } from './routes.js';

/**
 * A client that knows only the advertised address reaches an operation with servers of its own there; one that was set up
 * with nothing but a host reaches it at the root.
 */
export function pathsOf(
  contract: Pick<Contract, 'basePaths'>,
  { prefix, path, basePaths }: Operation,
): OperationPaths {
  const others = new Set([...contract.basePaths, ''].filter((base) => !basePaths.includes(base)));
  const at = (base: string): string => prefix + base + path.slice(prefix.length);
  return { own: basePaths.map(at), other: [...others].map(at) };
}
