import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * Builds the page to dist/dashboard, from where src/server/dashboard serves it. Addresses are relative, so that the page
 * may stand behind any prefix; nothing is put inline, so that the page's policy can forbid inline script and style.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    outDir: fileURLToPath(new URL('../../dist/dashboard', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: true,
  },
  logLevel: 'warn',
});
