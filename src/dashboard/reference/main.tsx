/**
 * The reference: a document that the mock serves, with a form to try each operation. It shows what a document says as text and
 * never as HTML, and asks nothing but its own host and the service.
 */
import { render } from 'preact';
import '../styles/tokens.css';
import '../styles/typefaces.css';
import '../styles/base.css';
import '../styles/shapes.css';
import '../styles/shell.css';
import '../styles/parts.css';
import '../styles/fields.css';
import '../styles/code.css';
import '../styles/reference.css';
import { applyTheme } from '../shell/theme.js';
import { readDocument } from './document/read-document.js';
import { ReferenceApp, readSettings } from './reference-app.js';

applyTheme();
const root = document.getElementById('app');
const settings = readSettings();

async function show(): Promise<void> {
  const response = await fetch(settings.documentUrl);
  if (!response.ok) throw new Error(`The mock answered ${response.status}.`);
  const shown = readDocument((await response.json()) as unknown);
  if (root) render(<ReferenceApp {...{ settings, shown }} />, root);
}

show().catch((error: unknown) => {
  if (root)
    render(
      <main class="view">
        <h1>The document can’t be read</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </main>,
      root,
    );
});
