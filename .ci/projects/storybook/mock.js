import { setupWorker } from 'msw/browser';
import { createFetchHandler } from 'drydock-kit/fetch';
import { drydockHandlers } from 'drydock-kit/msw';

export const mock = createFetchHandler({ url: 'https://api.shop.example/v1' });

/** For msw-storybook-addon, which calls it once and gives its worker to every story. */
export async function startWorker() {
  const worker = setupWorker(...drydockHandlers(mock));
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
  return worker;
}

/** Each story begins with an empty mock and the scenario that its parameters name. */
export async function prepareStory({ parameters }) {
  await mock.reset();
  await mock.use(parameters.scenario ?? 'normal');
}
