/**
 * The tools that are measured. Each gets the same address, the valid key as its documentation says, and the settings
 * that a user would choose once the tool has been tried on a correct server. A verdict is a text; where two
 * servers get the same one, the tool saw no difference.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../processes/processes.mjs';
import { checkThroughPrism } from './prism-proxy.mjs';
import { statedDocument } from './stated-document.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const version = (path) => JSON.parse(readFileSync(at(path), 'utf8')).version;
const files = mkdtempSync(join(tmpdir(), 'contract-peers-'));
process.once('exit', () => rmSync(files, { recursive: true, force: true }));

/**
 * @typedef {{ verdict: string, passes: boolean, seconds: number }} Outcome
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} [version] left out when the tool is not installed
 * @property {string} how what it was given, or how to install it
 * @property {(server: import('./reference-servers.mjs').Server, isCorrect: boolean) => Promise<Outcome>} check
 */

/**
 * @param {number} seconds cap for one run
 * @returns {Tool[]}
 */
export function tools(seconds) {
  return [drydock(seconds), schemathesis(seconds), dredd(seconds), prism(seconds)];
}

function outcome({ exitCode, seconds }) {
  return { verdict: `exit ${exitCode}`, passes: exitCode === 0, seconds };
}

function drydock(seconds) {
  const main = at('../../dist/src/cli/main.js');
  return {
    name: 'Drydock',
    version: version('../../package.json'),
    how: 'drydock verify URL with the valid, the expired and the limited key; defaults',
    check: async ({ url, valid, expired, limited }) => {
      const keys = ['--key', valid, '--expired-key', expired, '--limited-key', limited];
      return outcome(await run(process.execPath, [main, 'verify', url, ...keys], { seconds }));
    },
  };
}

function schemathesis(seconds) {
  const command = at('../.venv/bin/st');
  const how =
    'st run with the stated document, the valid key as --header, seed 1, all checks; what it reports on the correct server is its --baseline for faults';
  if (!existsSync(command)) {
    return {
      name: 'Schemathesis',
      how: 'python3 -m venv bench/.venv && bench/.venv/bin/pip install -r bench/requirements.txt',
    };
  }
  const document = join(files, 'stated.json');
  const baseline = join(files, 'baseline.json');
  writeFileSync(document, JSON.stringify(statedDocument()));
  const pinned = /schemathesis==(\S+)/.exec(readFileSync(at('../requirements.txt'), 'utf8'))[1];
  return {
    name: 'Schemathesis',
    version: pinned,
    how,
    check: async ({ url, valid }, isCorrect) => {
      const cwd = mkdtempSync(join(files, 'st-'));
      const args = [
        'run',
        document,
        '--url',
        url,
        '--header',
        `Authorization: Bearer ${valid}`,
        '--seed',
        '1',
      ];
      if (isCorrect) {
        const first = await run(command, args, { seconds, cwd });
        if (first.exitCode === 0) return outcome(first);
        await run(command, [...args, '--baseline', baseline, '--baseline-update'], { seconds, cwd });
        const { exitCode } = await run(command, [...args, '--baseline', baseline], { seconds, cwd });
        return { ...outcome(first), verdict: `exit ${exitCode}` };
      }
      const accepted = existsSync(baseline) ? ['--baseline', baseline] : [];
      return outcome(await run(command, [...args, ...accepted], { seconds, cwd }));
    },
  };
}

function dredd(seconds) {
  const document = join(files, 'stated-3.0.json');
  writeFileSync(document, JSON.stringify(statedDocument({ openapi30: true, only2xx: true })));
  return {
    name: 'Dredd',
    version: version('../node_modules/dredd/package.json'),
    how: 'dredd with the stated document as OpenAPI 3.0 and its 2xx responses only (others would be expected of the same request), the valid key as --header',
    check: async ({ url, valid }) => {
      const args = [
        at('../node_modules/dredd/bin/dredd'),
        document,
        url,
        '--header',
        `Authorization: Bearer ${valid}`,
      ];
      return outcome(await run(process.execPath, [...args, '--loglevel', 'silent'], { seconds, cwd: files }));
    },
  };
}

function prism(seconds) {
  const document = join(files, 'stated-prism.json');
  const stated = statedDocument();
  writeFileSync(document, JSON.stringify(stated));
  return {
    name: 'Prism proxy',
    version: version('../node_modules/@stoplight/prism-cli/package.json'),
    how: 'prism proxy --errors with the stated document; every documented request, with the valid, the expired and the limited key; fails on any error of its own',
    check: (server) => checkThroughPrism(server, { document, stated, seconds }),
  };
}
