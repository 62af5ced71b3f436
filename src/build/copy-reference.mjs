// Collects the files of the API reference: Swagger UI's script and style sheet, ours, and their licences. A digest
// in each name identifies the version; compressed copies are beside the files.
// Usage: node src/build/copy-reference.mjs [folder, by default dist/reference]
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { writeLicences } from './bundled-packages.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../dist/reference', import.meta.url));
const assets = join(folder, 'assets');
const swaggerUiFolder = (() => {
  try {
    return dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  } catch {
    console.error('copy-reference: swagger-ui-dist is not installed; run `npm ci` and build again.');
    process.exit(1);
  }
})();
const swaggerUi = (name) => join(swaggerUiFolder, name);
/** The best quality makes the copies a tenth smaller and takes two seconds of every build. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const ours = (name) => fileURLToPath(new URL(`../server/reference/${name}`, import.meta.url));

/** The name of a file in the page, and its source. */
const sources = {
  bundle: ['swagger-ui-bundle.js', swaggerUi('swagger-ui-bundle.js')],
  bundleStyles: ['swagger-ui.css', swaggerUi('swagger-ui.css')],
  script: ['show-reference.js', ours('show-reference.js')],
  styles: ['reference.css', ours('reference.css')],
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
const names = Object.entries(sources).map(([key, [name, file]]) => {
  // Source maps are not copied, so nothing may refer to them.
  const bytes = Buffer.from(readFileSync(file, 'utf8').replace(/^(\/[/*])# sourceMappingURL=.*$/m, ''));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const target = name.replace(/(?=\.\w+$)/, `-${digest}`);
  writeFileSync(join(assets, target), bytes);
  writeFileSync(join(assets, `${target}.br`), brotliCompressSync(bytes, brotli));
  writeFileSync(join(assets, `${target}.gz`), gzipSync(bytes, { level: 9 }));
  return [key, target];
});
writeLicences(join(folder, 'LICENSES.txt'), [swaggerUi('package.json')]);
copyFileSync(swaggerUi('swagger-ui-bundle.js.LICENSE.txt'), join(folder, 'swagger-ui-bundle.js.LICENSE.txt'));
writeFileSync(join(folder, 'assets.json'), `${JSON.stringify(Object.fromEntries(names))}\n`);
