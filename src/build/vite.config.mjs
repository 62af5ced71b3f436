import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { writeLicences } from './bundled-packages.mjs';

const root = fileURLToPath(new URL('../dashboard', import.meta.url));

/** Writes compressed copies beside every asset, which the server sends to clients that accept them. */
const compressedCopies = {
  name: 'compressed-copies',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (!/^assets\/.*\.(js|css|svg)$/.test(name)) continue;
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const emit = (suffix, source) => this.emitFile({ type: 'asset', fileName: name + suffix, source });
        emit('.br', brotliCompressSync(bytes));
        emit('.gz', gzipSync(bytes, { level: 9 }));
      }
    },
  },
};

/** Writes the licences of the packages whose scripts and typefaces the page has beside it. */
const licences = {
  name: 'licences',
  writeBundle({ dir = '' }, bundle) {
    const modules = [...this.getModuleIds()].filter((id) => !id.startsWith('\0'));
    const assets = Object.values(bundle).flatMap((file) => file.originalFileNames ?? []);
    writeLicences(join(dir, 'LICENSES.txt'), [...modules, ...assets.map((file) => join(root, file))]);
  },
};

/**
 * Builds the page and the reference to dist/dashboard, from where src/server serves them. Addresses are relative, so that the page
 * may stand behind any prefix; nothing is put inline, so that the page's policy can forbid inline script and style.
 */
export default defineConfig({
  root,
  base: './',
  publicDir: false,
  plugins: [compressedCopies, licences],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../../dist/dashboard', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // Smaller on the wire than what is the default.
    cssMinify: 'esbuild',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: ['index.html', 'reference.html'].map((name) =>
        fileURLToPath(new URL(`../dashboard/${name}`, import.meta.url)),
      ),
    },
    reportCompressedSize: true,
  },
  logLevel: 'warn',
});
