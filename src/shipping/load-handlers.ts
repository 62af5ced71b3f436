import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Handler, HandlerContext, OperationId, PrepareHandler } from '../mock/operation-handler.js';

type AnyHandler = Handler<OperationId>;

const folder = new URL('./operations/', import.meta.url);

/** The operationIds that have a handler file. */
export function handledOperations(): string[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => /^\w+\.(js|ts)$/.test(file))
    .map((file) => file.replace(/\.\w+$/, ''));
}

/**
 * Prepares the handlers of the service's own operations: one file each, found by its name, so that a new operation is a
 * new file and nothing else.
 */
export async function loadHandlers(context: HandlerContext): Promise<Map<string, AnyHandler>> {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const loaded = await Promise.all(
    handledOperations().map(async (operationId) => {
      const module = (await import(new URL(operationId + extension, folder).href)) as {
        prepare: PrepareHandler<OperationId>;
      };
      return [operationId, await module.prepare(context)] as const;
    }),
  );
  return new Map(loaded);
}
