/** The HTML of the API reference: the page that the build made of src/dashboard/reference, with the settings of one document. */
import { escapeHtml } from '../dashboard/escape-html.js';
import { serversHere } from './servers-here.js';

/** The content of one page. */
export interface ReferenceContent {
  /** Plain text; may contain anything. */
  readonly title: string;
  /** Only its servers are read here. */
  readonly document: unknown;
  /** The address of what the document describes; empty for the host that serves the page. */
  readonly base: string;
  /** The key that trying begins with; undefined where the reader must bring one. */
  readonly key: string | undefined;
  /** The pages to switch between, this one included; empty where there is only one. */
  readonly pages: readonly PageLink[];
  /** The URL of the document, relative to the page. */
  readonly documentUrl: string;
  /** The relative path from the page to the mount point: empty, or `../`. */
  readonly here: string;
}

/** A link at the side of the page. */
export interface PageLink {
  readonly title: string;
  /** Relative to the page. */
  readonly href: string;
  readonly current: boolean;
}

/** Writes the page. @param built as the build left it: its files are beside it, its settings are placeholders */
export function referencePage(
  built: string,
  { title, document, base, key, pages, documentUrl, here }: ReferenceContent,
): string {
  const settings = {
    title,
    documentUrl,
    home: here || './',
    servers: serversHere(document, base),
    key,
    pages,
  };
  const texts: Readonly<Record<string, string>> = {
    REFERENCE_SETTINGS: JSON.stringify(settings),
    REFERENCE_TITLE: title,
    DOCUMENT_URL: documentUrl,
  };
  return built
    .replaceAll('"./assets/', `"./${here}assets/`)
    .replace(/REFERENCE_SETTINGS|REFERENCE_TITLE|DOCUMENT_URL/g, (name) => escapeHtml(texts[name] ?? ''));
}
