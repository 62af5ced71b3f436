/** The manifest against the Kubernetes API, as kubernetes.schema.json has it: values, and no field that the API doesn't know. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { packageFile } from '../../contract/package-root.js';
import { mock } from '../../cli/commands/mock.js';
import { readFlags } from '../../cli/flags.js';

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface Container {
  readonly args: string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe: unknown;
  readonly livenessProbe: unknown;
}

const source = readFileSync(packageFile('deploy', 'kubernetes.yaml'), 'utf8');
const read = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Resource);

const schema = new URL('kubernetes.schema.json', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')) as object, 'kubernetes');

/** Lists how the text breaks the API's schemas. */
function problemsOf(text: string): string[] {
  return read(text).flatMap((resource) => {
    const validate = ajv.getSchema(`kubernetes#/$defs/${resource.kind}`);
    if (!validate) return [`kubernetes.schema.json has no ${resource.kind}`];
    void validate(resource);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${resource.metadata.name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  });
}

describe('the Kubernetes manifest', () => {
  const typos = [
    ['replicas: 3', 'replica: 3', /replica/],
    ['containerPort: 4010', 'containerPort: "x"', /containerPort|string/],
    ['readOnlyRootFilesystem', 'readOnlyRootFileSystem', /readOnlyRootFileSystem/],
    ['minAvailable', 'minimumAvailable', /minimumAvailable/],
  ] as const;

  it('is valid for the Kubernetes API', () => {
    expect(problemsOf(source)).toEqual([]);
  });

  it.each(typos)('would be invalid with %s written as %s', (right, wrong, problem) => {
    const broken = source.replace(right, wrong);
    expect(broken).not.toBe(source);
    expect(problemsOf(broken).join('\n')).toMatch(problem);
  });

  it('starts the mock with existing flags, and probes existing paths', () => {
    const [deployment] = read(source) as unknown as [
      {
        spec: {
          template: {
            spec: { containers: [Container] };
          };
        };
      },
    ];
    const [{ args, ports, readinessProbe, livenessProbe }] = deployment.spec.template.spec.containers;
    const given = readFlags(mock.flags, args.slice(1), {}, 0);
    expect([args[0], given.text('redis')]).toEqual(['mock', 'redis://drydock-redis:6379/0']);
    expect(ports).toEqual([
      { name: 'http', containerPort: 4010 },
      { name: 'control', containerPort: given.number('control-port') },
    ]);
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/__drydock/ready' } });
    expect(livenessProbe).toMatchObject({ httpGet: { path: '/__drydock/health' } });
  });

  it('redirects a browser to a port of the page that the Kubernetes service has under the same number', () => {
    const service = read(source).find(({ kind }) => kind === 'Service');
    expect(service).toMatchObject({
      spec: { ports: [{ targetPort: 'http' }, { port: 4011, targetPort: 'control' }] },
    });
  });

  it('uses the same names in resources that refer to each other', () => {
    const text = source;
    const services = read(text).filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['drydock', 'drydock-redis']);
    for (const { name } of services.map(({ metadata }) => metadata))
      expect(text).toContain(`matchLabels: { app.kubernetes.io/name: ${name} }`);
  });
});
