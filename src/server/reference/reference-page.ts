/**
 * The HTML of the API reference. It holds no script of ours: Scalar's bundle finds its settings in the attributes of a
 * data block, so the page can forbid every script but that one file.
 */
import { serversHere } from './servers-here.js';

/** The key that the try-it form starts with; every `dk_test_` key is valid and makes its own sandbox. */
const tryItKey = 'dk_test_demo';

/** Paths of what the page loads, relative to the page, so that any mount point and any proxy prefix will do. */
export interface ReferenceAssets {
  readonly document: string;
  readonly script: string;
  readonly styles: string;
}

/**
 * Writes the page.
 *
 * @param title plain text; it may hold anything
 * @param document the document that the page shows; only its servers and security schemes are read here
 */
export function referencePage(title: string, document: unknown, assets: ReferenceAssets): string {
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
  <body>
    <noscript>This reference needs JavaScript. The document itself: <a href="${escapeHtml(assets.document)}">openapi.json</a></noscript>
    <script
      id="api-reference"
      type="application/json"
      data-url="${escapeHtml(assets.document)}"
      data-configuration="${escapeHtml(configuration(title, document))}"
    ></script>
    <script src="${escapeHtml(assets.script)}"></script>
  </body>
</html>
`;
}

/** Scalar's settings: nothing that would leave this machine, and a try-it form that works at the first click. */
function configuration(title: string, document: unknown): string {
  const settings = {
    metaData: { title },
    servers: serversHere(document),
    authentication: bearerKey(document),
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
function bearerKey(document: unknown): object {
  const schemes = Object.entries(record(record(record(document).components).securitySchemes));
  const bearers = schemes.filter(([, scheme]) => isBearer(record(scheme))).map(([name]) => name);
  return {
    preferredSecurityScheme: bearers[0] ?? null,
    securitySchemes: Object.fromEntries(bearers.map((name) => [name, { token: tryItKey }])),
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
