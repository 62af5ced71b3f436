// Vitest runs it before all tests. Tests of the sources use what the build has precompiled (src/shipping/rates/tariff-book/precompiled-tariffs.ts, src/control/control-contract.ts). That
// is checked against the data it was made of, not against the code that made it: where the code has changed since the build,
// the precompiled files are deleted, and a mock reads and compiles everything itself until the next build.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const precompiled = ['shipping', 'control'].map((room) => join(root, 'dist', 'src', room, 'precompiled'));
/** The rooms whose code reads, checks and compiles. */
const rooms = ['contract', 'scenarios', 'shipping'];

export default function discardStalePrecompiled() {
  // Tests parse their documents themselves and leave nothing in the user's folders.
  process.env.DRYDOCK_CACHE = 'off';
  const built = statSync(join(precompiled[0], 'tariffs.json'), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined || !rooms.some((room) => hasChangedSince(built, join(root, 'src', room)))) return;
  for (const folder of precompiled) rmSync(folder, { recursive: true, force: true });
  process.stderr.write('The build is older than the sources; npm run build makes tests start faster.\n');
}

function hasChangedSince(time, folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .some((name) => statSync(join(folder, name)).mtimeMs > time);
}
