/** Actions, images and packages from outside are named by their content, and those that ship are listed. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { packageFile } from '../../contract/package-root.js';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly container?: string;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

const read = (...path: string[]) => readFileSync(packageFile(...path), 'utf8');
const workflows = readdirSync(packageFile('.github', 'workflows')).map((name) => ({
  name,
  text: read('.github', 'workflows', name),
  workflow: parse(read('.github', 'workflows', name)) as Workflow,
}));
const digest = /@(sha256:[0-9a-f]{64}|[0-9a-f]{40})$/;

describe.each(workflows)('the workflow $name', ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const outside = jobs.flatMap(({ uses, container, steps = [] }) =>
    [uses, container, ...steps.map((step) => step.uses)].filter((name) => name && !name.startsWith('./')),
  );

  it('names every action and image by digest', () => {
    expect(outside.length).toBeGreaterThan(0);
    for (const name of outside) expect(name).toMatch(digest);
  });

  it('may read the repository, and write to nothing but the registry of its image', () => {
    const granted = [
      { permissions: workflow.permissions, commands: '' },
      ...jobs.map(({ permissions = { contents: 'read' }, steps = [] }) => ({
        permissions,
        commands: steps.map(({ run = '' }) => run).join('\n'),
      })),
    ];
    for (const { permissions, commands } of granted) {
      const { contents, 'id-token': identity, packages, ...others } = permissions;
      expect([contents, others]).toEqual(['read', {}]);
      expect(packages === undefined || commands.includes('docker buildx build')).toBe(true);
      const isSigned = commands.includes('npm publish --provenance') || commands.includes('cosign" sign');
      expect(identity === undefined || isSigned).toBe(true);
    }
  });

  it('runs nothing by sudo, and leaves no credentials in the checkout', () => {
    expect(text).not.toMatch(/\bsudo\b/);
    const checkouts = text.match(/actions\/checkout@/g)?.length ?? 0;
    expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts);
  });
});

it('the images of the Kubernetes manifest are named by digest, but for the one that is built here', () => {
  const images = parseAllDocuments(read('deploy', 'kubernetes.yaml'))
    .map((document) => JSON.stringify(document))
    .flatMap((resource) => [...resource.matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image));
  expect(images).toEqual(['drydock-kit:0.1.0', expect.stringMatching(digest)]);
});

describe('dist/sbom.cdx.json', () => {
  interface Component {
    readonly name: string;
    readonly version: string;
    readonly 'bom-ref': string;
    readonly hashes: readonly { readonly content: string }[];
  }
  const text = read('dist', 'sbom.cdx.json');
  const list = JSON.parse(text) as {
    readonly bomFormat: string;
    readonly metadata: { readonly component: { readonly purl: string } };
    readonly components: readonly Component[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  };
  const names = list.components.map(({ name }) => name);
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, object>;

  it('lists what an install brings, and what is inside built files', () => {
    expect(list.bomFormat).toBe('CycloneDX');
    expect(list.metadata.component.purl).toBe('pkg:npm/drydock-kit@0.1.0');
    expect(names).toEqual(expect.arrayContaining(Object.keys({ ...dependencies, ...optionalDependencies })));
    expect(names).toEqual(expect.arrayContaining(['@scalar/openapi-upgrader', '@faker-js/faker', 'preact']));
  });

  it('does not list what only develops or tests it', () => {
    expect(
      names.filter((name) =>
        /^(vitest|typescript|typescript-7|oxlint|vite|esbuild|playwright-core)$/.test(name),
      ),
    ).toEqual([]);
  });

  it('has version and hash of each', () => {
    for (const { version, hashes } of list.components) {
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it('refers to nothing that is not in it', () => {
    const refs = new Set(list.components.map((component) => component['bom-ref']));
    for (const { dependsOn } of list.dependencies) for (const ref of dependsOn) expect(refs).toContain(ref);
  });

  it('says nothing of when and where it was built', () => {
    expect(text).not.toMatch(/timestamp|serialNumber|https?:\/\/(?!cyclonedx\.org)/);
  });
});
