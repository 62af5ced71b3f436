import { dirname, relative } from 'node:path';
import * as yaml from 'yaml';
import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import { systemFailure } from '../../contract/system-failure.js';
import { UsageError } from '../flags.js';

const maxBytes = 1_048_576;

type Path = readonly string[];

/** A configuration file that was read: values by their path, and where each stands. */
export class ConfigFile {
  private constructor(
    readonly file: string,
    private readonly document: yaml.Document.Parsed,
    private readonly lines: yaml.LineCounter,
  ) {}

  /** @throws UsageError for a file that can't be read or is neither YAML nor JSON */
  static read(file: string): ConfigFile {
    const lines = new yaml.LineCounter();
    let source: string;
    try {
      source = readBoundedFile(file, { maxBytes });
    } catch (cause) {
      throw new UsageError(`The configuration ${file} can't be read: ${systemFailure(cause, 'file')}.`, {
        cause,
      });
    }
    const document = yaml.parseDocument(source, { lineCounter: lines, schema: 'core' });
    const [error] = document.errors;
    const found = new ConfigFile(relative('', file) || file, document, lines);
    if (!error) return found;
    const text = error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:$/, '') ?? '';
    throw new UsageError(`${found.position(error.pos[0])}: not valid YAML or JSON: ${text}.`);
  }

  /** The folder to which paths in the file are relative. */
  get folder(): string {
    return dirname(this.file);
  }

  /** The value at a path as plain data; undefined where there is none. */
  value(path: Path): unknown {
    const node: unknown = path.length === 0 ? this.document.contents : this.document.getIn(path, true);
    return yaml.isNode(node) ? node.toJS(this.document, { maxAliasCount: 100 }) : node;
  }

  /** The entries of the object at a path. @throws UsageError where it is none */
  entries(path: Path): [string, unknown][] {
    const value = this.value(path);
    if (value === undefined || value === null) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(value);
    throw new UsageError(`${this.place(path)} must be an object, got ${JSON.stringify(value)}.`);
  }

  /** `drydock.config.yaml:3:9: mock.port`: where a key stands. */
  place(path: Path): string {
    const parent: unknown =
      path.length < 2 ? this.document.contents : this.document.getIn(path.slice(0, -1), true);
    const pair = yaml.isMap(parent)
      ? parent.items.find(({ key }) => String(yaml.isScalar(key) ? key.value : key) === path.at(-1))
      : undefined;
    const offset = yaml.isNode(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
    const at = this.position(offset);
    return path.length === 0 ? `${at}: the configuration` : `${at}: ${path.join('.')}`;
  }

  private position(offset: number): string {
    const { line, col } = this.lines.linePos(offset);
    return `${this.file}:${line}:${col}`;
  }
}
