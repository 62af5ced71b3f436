// Copies the one browser script of the API reference from Scalar's package to where the server serves it, so that the
// package brings the page along and none of Scalar's own dependencies.
// Usage: node src/build/copy-reference.mjs [folder, by default dist/src/server/reference]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = scalarScript();
const folder = process.argv[2] ?? fileURLToPath(new URL('../../dist/src/server/reference', import.meta.url));

// The bundle asks once whether it may eval, and takes no for an answer. The page's policy says no, and the browser
// would report the question as a violation; so the answer is written in.
const question = 'try{return new Function(""),!0}catch(e){return!1}';
const answer = 'return!1';

const parts = readFileSync(source, 'utf8').split(question);
if (parts.length !== 2) {
  console.error(
    `copy-reference: expected \`${question}\` once in ${source}, found it ${parts.length - 1} times. ` +
      'Pin the version of @scalar/api-reference that this script was written for, or adapt the script.',
  );
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'scalar.js'), parts.join(answer));

function scalarScript() {
  try {
    return fileURLToPath(import.meta.resolve('@scalar/api-reference/browser/standalone.js'));
  } catch {
    console.error('copy-reference: @scalar/api-reference is not installed; run `npm ci` and build again.');
    process.exit(1);
  }
}
