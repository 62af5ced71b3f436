import { readOperations, type Contract } from '../contract.js';
import { loadDocument, type LoadedDocument } from '../document/load-document.js';
import { contractOf, foreignPatterns, loadContract, type LoadOptions } from '../load-contract.js';
import { OptionError } from '../option-error.js';
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
  return loadSeveral(read, options);
}

async function loadSeveral(
  read: readonly ReadSpec[],
  { root, errorMakerFor }: SpecOptions,
): Promise<Contract> {
  const patterns = await foreignPatterns();
  const loaded: LoadedDocument[] = [];
  for (const { name, text, overlays } of read)
    loaded.push(await loadDocument(name, { root, text, overlays }, patterns));
  const parts = loaded.map(({ document }, index) => ({ document, prefix: read[index]?.prefix ?? '' }));
  for (const one of loaded) readOperations(one);
  const lineOf = (pointer: string): number => {
    const inside = partOf(parts, pointer);
    return loaded[inside.index]?.linesOf([inside.pointer])[0] ?? 1;
  };
  const joined: LoadedDocument = {
    file: read.map(({ name }) => name).join(' and '),
    document: joinDocuments(parts),
    parts: [
      ...read.flatMap(({ location, text }) => (text === undefined ? [location] : [])),
      ...loaded.flatMap((one) => one.parts),
    ],
    linesOf: (pointers) => pointers.map(lineOf),
    warnings: () => loaded.flatMap(({ warnings }) => warnings()),
  };
  return contractOf(joined, patterns, { errorMakerFor });
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
