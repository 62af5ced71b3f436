// Writes dist/sbom.cdx.json: the packages that an install brings and those inside built files, as CycloneDX. Two builds of
// the same lock file write the same bytes, wherever they run.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesIn } from './bundled-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const installed = new Set(installedPackages());
const bundled = new Set(licenceFiles().flatMap(packagesIn));
const shipped = (ref) => installed.has(ref) || bundled.has(ref);

const { $schema, bomFormat, specVersion, version, metadata, components, dependencies } = lockedPackages();
const { name, description, license } = readJson('package.json');
const self = metadata.component['bom-ref'];
const known = new Set(components.map((component) => component['bom-ref']));
const missing = [...installed, ...bundled].filter((ref) => !known.has(ref));
if (missing.length > 0) throw new Error(`npm sbom lists no ${missing.join(', ')}, which the package ships.`);

const list = {
  ...{ $schema, bomFormat, specVersion, version },
  metadata: {
    lifecycles: [{ phase: 'build' }],
    component: {
      ...{ 'bom-ref': self, type: 'application', name, version: self.slice(name.length + 1), description },
      ...{ purl: metadata.component.purl, licenses: [{ license: { id: license } }] },
    },
  },
  components: components.filter((component) => shipped(component['bom-ref'])).map(inShippedForm),
  dependencies: dependencies
    .filter(({ ref }) => ref === self || shipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(shipped) })),
};
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(list, null, 2)}\n`);

/** npm marks what is inside a built file as a development package, which scanners leave out. */
function inShippedForm({ properties = [], ...component }) {
  const ref = component['bom-ref'];
  if (!bundled.has(ref)) return component;
  const kept = properties.filter((property) => property.name !== 'cdx:npm:package:development');
  const isBundled = { name: 'cdx:npm:package:bundled', value: 'true' };
  return { ...component, scope: 'required', properties: [...kept, isBundled] };
}

function lockedPackages() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const output = execFileSync('npm', args, {
    cwd: root,
    shell: process.platform === 'win32',
    maxBuffer: 1e8,
  });
  return JSON.parse(output.toString());
}

/** The packages of an install without development packages. `npm sbom --omit=dev` also leaves out some of those. */
function installedPackages() {
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name: alias, version: of }]) => `${alias ?? path.split('node_modules/').at(-1)}@${of}`);
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function licenceFiles() {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith('LICENSES.txt'))
    .map((file) => join(file.parentPath, file.name));
}
