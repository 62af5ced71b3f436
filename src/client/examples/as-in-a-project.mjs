import { transformSync } from 'esbuild';

/** Gives Jest an example without types, and with the client as a project imports it. */
export default {
  process: (text) =>
    transformSync(text.replace("'../index.js'", "'drydock-kit/client'"), {
      ...{ loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'inline' },
    }),
};
