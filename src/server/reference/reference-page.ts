/** The HTML of the API reference. It has no inline script: the page's one script reads its settings from a data attribute. */
import { escapeHtml } from '../dashboard/escape-html.js';
import { serversHere } from './servers-here.js';

/** URLs of the page's files, relative to the page, so that any mount point and proxy prefix works. */
export interface ReferenceAssets {
  readonly document: string;
  /** Swagger UI, a script that defines a global. */
  readonly bundle: string;
  /** The script that starts it. */
  readonly script: string;
  readonly styles: readonly string[];
}

/** What one page shows. */
export interface ReferenceContent {
  /** Plain text; may contain anything. */
  readonly title: string;
  /** Only its servers and security schemes are read here. */
  readonly document: unknown;
  /** The address of what the document describes; empty for the host that serves the page. */
  readonly base: string;
  /** The bearer key that the try-it form starts with; undefined where the reader must bring one. */
  readonly key: string | undefined;
  /** The pages to switch between, this one included; empty where there is only one. */
  readonly pages: readonly PageLink[];
}

/** A link at the top of the page. */
export interface PageLink {
  readonly title: string;
  /** Relative to the page. */
  readonly href: string;
  readonly current: boolean;
}

/** Writes the page. */
export function referencePage(content: ReferenceContent, assets: ReferenceAssets): string {
  const { title, pages } = content;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    ${assets.styles.map((url) => `<link rel="stylesheet" href="${escapeHtml(url)}" />`).join('\n    ')}
  </head>
  <body>${navigation(pages)}
    <noscript>This reference needs JavaScript. The document itself: <a href="${escapeHtml(assets.document)}">openapi.json</a></noscript>
    <main id="reference" data-settings="${escapeHtml(settings(content, assets.document))}"></main>
    <script defer src="${escapeHtml(assets.bundle)}"></script>
    <script type="module" src="${escapeHtml(assets.script)}"></script>
  </body>
</html>
`;
}

function navigation(pages: readonly PageLink[]): string {
  const links = pages.map(({ title, href, current }) => {
    const mark = current ? ' aria-current="page"' : '';
    return `<a href="${escapeHtml(href)}"${mark}>${escapeHtml(title)}</a>`;
  });
  return links.length === 0 ? '' : `\n    <nav aria-label="References">${links.join(' ')}</nav>`;
}

/** The settings of show-reference.js: only servers of this machine, and a try-it form that works at the first click. */
function settings({ document, base, key }: ReferenceContent, documentUrl: string): string {
  return JSON.stringify({
    documentUrl,
    servers: serversHere(document, base),
    bearerSchemes: bearerSchemes(document),
    key,
  });
}

function bearerSchemes(document: unknown): string[] {
  const schemes = Object.entries(record(record(record(document).components).securitySchemes));
  return schemes.filter(([, scheme]) => isBearer(record(scheme))).map(([name]) => name);
}

function isBearer(scheme: Readonly<Record<string, unknown>>): boolean {
  return (
    scheme.type === 'http' && typeof scheme.scheme === 'string' && scheme.scheme.toLowerCase() === 'bearer'
  );
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
