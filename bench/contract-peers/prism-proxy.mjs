/** Prism's validating proxy checks what passes through it and sends nothing itself: it is fed the document's examples. */
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { freePort, start } from '../processes/processes.mjs';

const PRISM = fileURLToPath(new URL('../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

/**
 * @param {import('./reference-servers.mjs').Server} server
 * @param {{ document: string, stated: Record<string, any>, seconds: number }} options `seconds` caps the whole run
 * @returns {Promise<import('./tools.mjs').Outcome>}
 */
export async function checkThroughPrism({ url, valid, expired, limited }, { document, stated, seconds }) {
  const started = performance.now();
  const port = String(await freePort());
  const prism = await start(
    process.execPath,
    [PRISM, 'proxy', document, url, '--errors', '--host', '127.0.0.1', '--port', port],
    /Prism is listening/,
  );
  const signal = globalThis.AbortSignal.timeout(seconds * 1000);
  const problems = [];
  try {
    for (const [name, key] of Object.entries({ valid, expired, limited })) {
      for (const example of documentedRequests(stated)) {
        const problem = await send(`http://127.0.0.1:${port}`, example, key, signal);
        if (problem) problems.push(`${example.name}, ${name} key: ${problem}`);
      }
    }
  } finally {
    await prism.stop();
  }
  return {
    verdict: problems.join('; ') || 'no error',
    passes: problems.length === 0,
    seconds: (performance.now() - started) / 1000,
  };
}

/** One request for each example of a body, or one without body. */
function documentedRequests({ paths }) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const examples = Object.entries(requestBody?.content['application/json'].examples ?? { '': {} });
      return examples.map(([name, { value }]) => ({
        name: `${method} ${path} ${name}`.trim(),
        method,
        path,
        body: value,
      }));
    }),
  );
}

/** @returns the type of Prism's own error, or what went wrong on the way; undefined when the exchange was accepted */
async function send(base, { method, path, body }, key, signal) {
  try {
    const response = await globalThis.fetch(base + path, {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await response.text();
    return /stoplight\.io\/prism\/errors#(\w+)/.exec(text)?.[1];
  } catch (error) {
    return signal.aborted ? 'timeout' : `no response (${error.message})`;
  }
}
