/** Stands for the package `cypress` when the recipe's configuration is run: it calls the tasks as a test would. */
export function defineConfig(config) {
  void callTasks(config.e2e);
  return config;
}

async function callTasks({ setupNodeEvents }) {
  const handlers = {};
  const { env } = await setupNodeEvents((event, handler) => (handlers[event] = handler), { env: {} });
  const key = await handlers.task.scenario({ sandbox: 'recipe', name: 'server-error' });
  const { status } = await fetch(`${env.apiUrl}/categories`, { headers: { Authorization: `Bearer ${key}` } });
  const expected = { requests: [{ operation: 'listCategories', status: 500, times: 1 }] };
  const { verified } = await handlers.task.verify({ sandbox: 'recipe', expected });
  await handlers['after:run']();
  if (status !== 500 || !verified) throw new Error(`The recipe got ${status}, verified: ${verified}.`);
}
