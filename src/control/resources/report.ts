import type { ControlContext } from '../control-context.js';
import type { ControlHandlers } from '../operation-handlers.js';
import { ControlProblem } from '../problem.js';

/** The verdict about what passed a proxy. */
export function prepareReport({ report }: ControlContext) {
  return {
    async report({ body }) {
      if (!report)
        throw new ControlProblem(404, 'Only a proxy has a report; this is a mock. Start drydock proxy URL.');
      // The generated type knows no body that may be left out.
      const order = body as { readonly stop: boolean } | undefined;
      return { status: 200, json: await report(order?.stop ?? true) };
    },
  } satisfies Partial<ControlHandlers>;
}
