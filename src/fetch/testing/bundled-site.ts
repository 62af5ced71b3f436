/** A site of bundled modules, served under a policy that allows no evaluation and no inline script. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFile } from '../../contract/package-root.js';

export interface BundledSite {
  readonly origin: string;
  /** Bytes of each file, compressed by gzip. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly close: () => void;
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/** @param scripts the code of the modules by name; they import the built package by its exports */
export async function bundledSite(scripts: Readonly<Record<string, string>>): Promise<BundledSite> {
  const { outputFiles } = await build({
    ...{ bundle: true, minify: true, write: false, splitting: true, logLevel: 'silent' },
    ...{ format: 'esm', platform: 'browser', target: 'es2022', outdir: '/', absWorkingDir: packageFile() },
    entryPoints: Object.keys(scripts).map((name) => ({ in: `script:${name}`, out: name })),
    plugins: [
      {
        name: 'scripts',
        setup(made) {
          made.onResolve({ filter: /^script:/ }, ({ path }) => ({
            path: path.slice(7),
            namespace: 'script',
          }));
          made.onLoad({ filter: /.*/, namespace: 'script' }, ({ path }) => ({
            contents: scripts[path] ?? '',
            resolveDir: packageFile(),
          }));
        },
      },
    ],
  });
  const files = new Map<string, string | Uint8Array>([
    ...outputFiles.map(({ path, contents }) => [path, contents] as const),
    ...Object.keys(scripts).map((name) => [`/${name}.html`, pageOf(name)] as const),
    ['/mockServiceWorker.js', readFileSync(packageFile('node_modules/msw/lib/mockServiceWorker.js'))],
  ]);
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://x');
    const file = files.get(pathname);
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': types[extname(pathname)] ?? 'text/plain',
      'Content-Security-Policy': "script-src 'self'",
    });
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sizes: new Map(
      outputFiles.map(({ path, contents }) => [
        path.replace(/^.*\//, ''),
        gzipSync(contents, { level: 9 }).length,
      ]),
    ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pageOf(script: string): string {
  return `<!doctype html><title>${script}</title><script type="module" src="/${script}.js"></script>`;
}
