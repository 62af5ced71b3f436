/**
 * The manifest against the Kubernetes API: values by the API's schemas (kubernetes-models), names of fields by its types,
 * as the compiler sees them, since the schemas bear unknown fields.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as apps from 'kubernetes-models/apps/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { packageFile } from '../../contract/package-root.js';
import { mock } from '../../cli/commands/mock.js';
import { readFlags } from '../../cli/flags.js';
import { temporaryFolder } from '../temporary-folder.js';

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

type Model = new (resource: unknown) => { validate(): void };

const models: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'apps/v1': apps,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

const source = readFileSync(packageFile('deploy', 'kubernetes.yaml'), 'utf8');
const read = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Resource);

/** What the API's schemas find wrong. */
function schemaProblems(text: string): string[] {
  return read(text).flatMap((resource) => {
    const Kind = models[resource.apiVersion]?.[resource.kind] as Model | undefined;
    if (!Kind) return [`no ${resource.kind} in ${resource.apiVersion}`];
    try {
      new Kind(resource).validate();
      return [];
    } catch (error) {
      return [`${resource.metadata.name}: ${(error as Error).message}`];
    }
  });
}

/** What the compiler finds wrong with manifests that are written as literals of the API's types, all in one go. */
function typeProblems(texts: readonly string[]): string[][] {
  const folder = temporaryFolder();
  const files = texts.map((text, index) => {
    const lines = read(text).map((resource, place) => {
      const module = join(
        packageFile('node_modules', 'kubernetes-models'),
        resource.apiVersion,
        `${resource.kind}.js`,
      );
      return `import type { I${resource.kind} as T${place} } from '${module}';\nexport const r${place}: T${place} = ${JSON.stringify(resource)};`;
    });
    const file = join(folder, `manifest-${index}.ts`);
    writeFileSync(file, lines.join('\n'));
    return file;
  });
  const program = ts.createProgram(files, {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
  });
  return files.map((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
}

describe('the manifest', () => {
  const typos = [
    ['replicas: 3', 'replica: 3', /replica/],
    ['containerPort: 4010', 'containerPort: "x"', /containerPort|string/],
    ['readOnlyRootFilesystem', 'readOnlyRootFileSystem', /readOnlyRootFileSystem/],
    ['minAvailable', 'minimumAvailable', /minimumAvailable/],
  ] as const;
  let problems: string[][];
  beforeAll(() => {
    problems = typeProblems([source, ...typos.map(([right, wrong]) => source.replace(right, wrong))]);
  }, 60_000);

  it('is what the Kubernetes API takes', () => {
    expect(schemaProblems(source)).toEqual([]);
    expect(problems[0]).toEqual([]);
  });

  it.each(typos)('would not pass with a slip: %s as %s', (right, wrong, told) => {
    const index = typos.findIndex((typo) => typo[0] === right);
    const broken = source.replace(right, wrong);
    expect(broken).not.toBe(source);
    expect([...schemaProblems(broken), ...(problems[index + 1] ?? [])].join('\n')).toMatch(told);
  });

  it('starts the mock with flags that there are, and probes paths that answer', () => {
    const [deployment] = read(source) as unknown as [
      {
        spec: {
          template: {
            spec: { containers: [{ args: string[]; readinessProbe: unknown; livenessProbe: unknown }] };
          };
        };
      },
    ];
    const [{ args, readinessProbe, livenessProbe }] = deployment.spec.template.spec.containers;
    const given = readFlags(mock.flags, args.slice(1), {}, 0);
    expect([args[0], given.text('redis')]).toEqual(['mock', 'redis://drydock-redis:6379/0']);
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/__drydock/ready' } });
    expect(livenessProbe).toMatchObject({ httpGet: { path: '/__drydock/health' } });
  });

  it('joins what belongs together by names that agree', () => {
    const text = source;
    const services = read(text).filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['drydock', 'drydock-redis']);
    for (const { name } of services.map(({ metadata }) => metadata))
      expect(text).toContain(`matchLabels: { app.kubernetes.io/name: ${name} }`);
  });
});
