/** Compares documents for the control API, as `drydock diff` in a process of its own: the mock goes on serving. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packageFile } from './contract/package-root.js';
import { isAddress } from './contract/specs/spec-source.js';
import type { CompareDocument } from './control/control-context.js';
import type { ServerOptions } from './server/options.js';

const maxReportBytes = 64 * 1024 * 1024;
const timeoutMs = 60_000;
/** The name of the other version in reports. */
const newName = 'new.yaml';

/** Makes the comparer for the control API of a mock with these options. */
export function comparerFor({
  spec,
  specRoot,
  overlays,
}: Pick<ServerOptions, 'spec' | 'specRoot' | 'overlays'>): CompareDocument {
  const [old = packageFile('openapi.yaml'), ...others] = [spec ?? []].flat();
  const flags = [
    ...[overlays ?? []].flat().map((file) => `--old-overlay=${resolve(file)}`),
    ...(specRoot === undefined ? [] : [`--spec-root=${resolve(specRoot)}`]),
  ];
  return async ({ document, recordings }, signal) => {
    if (others.length > 0)
      throw new Error('Several documents are served; compare one of them with drydock diff in a terminal.');
    const folder = await mkdtemp(join(tmpdir(), 'drydock-compared-'));
    try {
      await writeFile(join(folder, newName), document);
      const met: string[] = [];
      for (const [name, har] of recordings) {
        const file = `${encodeURIComponent(name)}.har`;
        await writeFile(join(folder, file), har);
        met.push(`--met=${file}`);
      }
      return await reportOf([isAddress(old) ? old : resolve(old), newName, ...flags, ...met], folder, signal);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** The JSON report. @throws Error with the command's last line where it wrote none */
function reportOf(args: readonly string[], cwd: string, signal: AbortSignal): Promise<unknown> {
  const all = [packageFile('dist', 'src', 'cli', 'main.js'), 'diff', ...args, '--report=json'];
  // Options of the mock in its environment are none of a comparison.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('DRYDOCK_')),
  );
  const options = { cwd, env, signal, timeout: timeoutMs, maxBuffer: maxReportBytes };
  return new Promise((found, fail) => {
    execFile(process.execPath, all, options, (_error, out, err) => {
      try {
        found(JSON.parse(out));
      } catch {
        const last = err.trim().split('\n').at(-1) ?? '';
        fail(new Error(last === '' ? 'The documents could not be compared within a minute.' : last));
      }
    });
  });
}
