/** Metrics that belong together, in the words of Prometheus' text format 0.0.4. */
export interface Family {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  /** The suffix behind the family's name, such as `_bucket`. */
  readonly suffix: string;
}

export function sample(value: number, labels: Sample['labels'] = {}, suffix = ''): Sample {
  return { value, labels, suffix };
}

/** Makes families of one type; a number is a sample without labels. */
const familyOf =
  (type: Family['type']) =>
  (name: string, help: string, value: number | readonly Sample[]): Family => ({
    ...{ name, help, type },
    samples: typeof value === 'number' ? [sample(value)] : value,
  });

export const gauge = familyOf('gauge');
export const counter = familyOf('counter');

export const prometheusMediaType = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics in the text format. @param common labels of every sample */
export function prometheusText(families: readonly Family[], common: Sample['labels'] = {}): string {
  return families.map((family) => familyText(family, common)).join('');
}

function familyText({ name, help, type, samples }: Family, common: Sample['labels']): string {
  const lines = samples.map(
    ({ value, labels, suffix }) => `${name}${suffix}${labelText({ ...common, ...labels })} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
