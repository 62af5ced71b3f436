import { defineConfig } from 'cypress';
import { drydock } from 'drydock-kit/client';

export default defineConfig({
  e2e: {
    supportFile: false,
    async setupNodeEvents(on, config) {
      const mock = await drydock.start();
      on('after:run', () => mock.close());
      on('task', {
        scenario: async ({ sandbox, name }) => (await mock.sandbox(sandbox).scenario(name)).key,
        verify: ({ sandbox, expected }) => mock.sandbox(sandbox).verify(expected),
      });
      return { ...config, env: { ...config.env, apiUrl: mock.url } };
    },
  },
});
