// Compiles TypeScript for Jest. Test files and what they import run in a vm context, where each look at a global variable is a
// call out of the compiled code: a loop that uses Math takes ten times as long. So each module gets the language's own globals as
// constants. Jest's sandboxInjectedGlobals does the same for CommonJS modules alone.
import { createRequire } from 'node:module';
import swc from '@swc/jest';
import { languageGlobals } from './language-globals.mjs';

const { version } = createRequire(import.meta.url)('@swc/jest/package.json');
const word = /(?<![\w$.])[A-Z]\w+/g;
const declared = /\b(?:class|const|function|import|let)\s[^;=(]*/g;

export default {
  createTransformer(options) {
    const compiler = swc.createTransformer(options);
    return {
      process: (...args) => withGlobals(compiler.process(...args)),
      processAsync: async (...args) => withGlobals(await compiler.processAsync(...args)),
      getCacheKey: (...args) =>
        `${compiler.getCacheKey(...args)} ${version} ${withGlobals} ${languageGlobals}`,
    };
  },
};

/** On the first line, so that lines stay where the source map says. */
function withGlobals(output) {
  const used = new Set(output.code.match(word));
  const own = new Set((output.code.match(declared) ?? []).flatMap((text) => text.match(word) ?? []));
  const names = languageGlobals.filter((name) => used.has(name) && !own.has(name));
  return { ...output, code: `const { ${names.join(', ')} } = globalThis; ${output.code}` };
}
