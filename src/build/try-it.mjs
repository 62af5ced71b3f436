// Writes dist/try-it.html: one file with everything in it, so that it runs wherever it is opened, from a folder too.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = (name) => fileURLToPath(new URL(`../fetch/try-it/${name}`, import.meta.url));
const { outputFiles } = await build({
  ...{ entryPoints: [source('try-it.js'), source('try-it.css')], outdir: 'out', write: false },
  ...{ bundle: true, minify: true, format: 'iife', platform: 'browser', target: 'es2022' },
  // The page has the usual seed, for which the categories are a file.
  external: ['*/generate-categories.js'],
  logLevel: 'warning',
});
const contents = (extension) => outputFiles.find(({ path }) => path.endsWith(extension)).text.trim();
// Inside a page, this would end the script.
const script = contents('.js').replaceAll('</script', '<\\/script');

const page = readFileSync(source('try-it.html'), 'utf8')
  .replace('/* styles */', () => contents('.css'))
  .replace('/* script */', () => script);
writeFileSync(new URL('../../dist/try-it.html', import.meta.url), page);
