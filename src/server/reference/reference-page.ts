/**
 * The HTML of the API reference. It holds no script of ours: Scalar's bundle finds its settings in the attributes of a
 * data block, so the page can forbid every script but that one file.
 */
import { serversHere } from './servers-here.js';

/** Paths of what the page loads, relative to the page, so that any mount point and any proxy prefix will do. */
export interface ReferenceAssets {
  readonly document: string;
  readonly script: string;
  readonly styles: string;
}

/** What one page shows. */
export interface ReferenceContent {
  /** Plain text; it may hold anything. */
  readonly title: string;
  /** Only its servers and security schemes are read here. */
  readonly document: unknown;
  /** The bearer key that the try-it form starts with; undefined where the reader must have one. */
  readonly key: string | undefined;
  /** The pages to switch between, this one among them; none where there is but one. */
  readonly pages: readonly PageLink[];
}

/** A link of the page's head. */
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
    <link rel="stylesheet" href="${escapeHtml(assets.styles)}" />
  </head>
  <body${pages.length > 0 ? ' class="with-pages"' : ''}>${navigation(pages)}
    <noscript>This reference needs JavaScript. The document itself: <a href="${escapeHtml(assets.document)}">openapi.json</a></noscript>
    <script
      id="api-reference"
      type="application/json"
      data-url="${escapeHtml(assets.document)}"
      data-configuration="${escapeHtml(configuration(content))}"
    ></script>
    <script src="${escapeHtml(assets.script)}"></script>
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

/** Scalar's settings: nothing that would leave this machine, and a try-it form that works at the first click. */
function configuration({ title, document, key }: ReferenceContent): string {
  const settings = {
    metaData: { title },
    servers: serversHere(document),
    authentication: bearerKey(document, key),
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  };
  // Scalar turns every &quot; in the attribute's value into a quote before it parses, so no ampersand may stand there.
  return JSON.stringify(settings).replaceAll('&', '\\u0026');
}

/** Fills the key into every bearer scheme of the document, and chooses the first of them. */
function bearerKey(document: unknown, key: string | undefined): object {
  const schemes = Object.entries(record(record(record(document).components).securitySchemes));
  const bearers = schemes.filter(([, scheme]) => isBearer(record(scheme))).map(([name]) => name);
  return {
    preferredSecurityScheme: bearers[0] ?? null,
    securitySchemes:
      key === undefined ? {} : Object.fromEntries(bearers.map((name) => [name, { token: key }])),
  };
}

function isBearer(scheme: Readonly<Record<string, unknown>>): boolean {
  return (
    scheme.type === 'http' && typeof scheme.scheme === 'string' && scheme.scheme.toLowerCase() === 'bearer'
  );
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
