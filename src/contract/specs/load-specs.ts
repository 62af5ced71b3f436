import { createContract, type Contract } from '../contract.js';
import { foreignPatterns, loadChecked, loadContract, readOperations } from '../load-contract.js';
import type { CheckedDocument, LoadOptions } from '../load-contract.js';
import { OptionError } from '../option-error.js';
import { ajvCompiler } from '../validation/ajv-compiler.js';
import { fetchDocument, shownAddress } from './fetch-document.js';
import { joinDocuments, partOf } from './join-documents.js';
import { isAddress, readSpecSource, type SpecSource } from './spec-source.js';

/** Documents of others, as a user names them. */
export interface SpecOptions {
  /** Each FILE, URL, PREFIX=FILE or PREFIX=URL. */
  readonly specs: readonly string[];
  /** Paths of overlays, applied in this order; with several documents each as PREFIX=FILE. */
  readonly overlays?: readonly string[] | undefined;
  /** The folder whose files the documents may refer to; default: each document's own. */
  readonly root?: string | undefined;
  /** Makes the bodies of the documents' errors; default: the contract itself. */
  readonly errorMakerFor?: LoadOptions['errorMakerFor'];
  /** The texts of documents from the network, by address. They are fetched once: a reload uses the same. */
  readonly fetched?: Map<string, string> | undefined;
}

/** A document with its overlays, and its text where it comes from the network. */
interface ReadSpec extends SpecSource {
  readonly name: string;
  readonly text: string | undefined;
  readonly overlays: readonly string[];
}

/** Loads the documents that a user names as one contract. @throws OptionError, DocumentError */
export async function loadSpecs(options: SpecOptions): Promise<Contract> {
  const { specs, overlays = [], root, fetched = new Map<string, string>(), errorMakerFor } = options;
  const sources = withOverlays(specs.map(readSpecSource), overlays);
  const read = await Promise.all(sources.map((source) => withText(source, fetched)));
  const [only] = read;
  if (only && read.length === 1 && only.prefix === '')
    return loadContract(only.name, { root, text: only.text, overlays: only.overlays, errorMakerFor });
  return joined(read, options);
}

async function joined(read: readonly ReadSpec[], { root, errorMakerFor }: SpecOptions): Promise<Contract> {
  const patterns = await foreignPatterns();
  const checked: CheckedDocument[] = [];
  for (const { name, text, overlays } of read)
    checked.push(await loadChecked(name, { root, text, overlays }, patterns));
  const parts = checked.map(({ document }, index) => ({ document, prefix: read[index]?.prefix ?? '' }));
  for (const one of checked) readOperations(one);
  const file = read.map(({ name }) => name).join(' and ');
  const document = joinDocuments(parts);
  const lineOf = (pointer: string): number => {
    const inside = partOf(parts, pointer);
    return checked[inside.index]?.linesOf([inside.pointer])[0] ?? 1;
  };
  return createContract({
    ...{ file, document, operations: readOperations({ file, document }) },
    compilerFor: ajvCompiler(patterns.compile),
    patternWork: patterns.work,
    errorMaker: errorMakerFor?.(document),
    parts: [
      ...read.flatMap(({ location, text }) => (text === undefined ? [location] : [])),
      ...checked.flatMap((one) => one.parts),
    ],
    linesOf: (pointers) => pointers.map(lineOf),
    warnings: () => checked.flatMap(({ warnings }) => warnings()),
  });
}

function withOverlays(sources: readonly SpecSource[], overlays: readonly string[]) {
  const taken = new Set<string>();
  for (const { prefix } of sources) {
    if (taken.has(prefix))
      throw new OptionError(
        `Two documents have the prefix ${JSON.stringify(prefix)}; give each one of its own, such as /a=a.yaml and /b=b.yaml.`,
      );
    taken.add(prefix);
  }
  const changes = overlays.map(readSpecSource);
  const [stray] = changes.filter(
    ({ prefix }) => !taken.has(prefix) && !(prefix === '' && sources.length === 1),
  );
  if (stray)
    throw new OptionError(
      `No document has the prefix ${JSON.stringify(stray.prefix)} of the overlay ${stray.location}; the documents have ${[...taken].map((one) => JSON.stringify(one)).join(' and ')}.`,
    );
  return sources.map((source) => ({
    ...source,
    overlays: changes
      .filter(({ prefix }) => prefix === source.prefix || sources.length === 1)
      .map(({ location }) => location),
  }));
}

async function withText(
  source: SpecSource & Pick<ReadSpec, 'overlays'>,
  fetched: Map<string, string>,
): Promise<ReadSpec> {
  const { location } = source;
  if (!isAddress(location)) return { ...source, name: location, text: undefined };
  const text = fetched.get(location) ?? (await fetchDocument(location));
  fetched.set(location, text);
  return { ...source, name: shownAddress(location), text };
}
