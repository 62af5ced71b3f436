/**
 * The page: shows what a mock does, and changes it. It knows the mock only through the control API,
 * shows what clients sent as text and never as HTML, and loads nothing from other hosts.
 */
import { effect } from '@preact/signals';
import { render } from 'preact';
import './styles/tokens.css';
import './styles/typefaces.css';
import './styles/base.css';
import './styles/shapes.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/fields.css';
import './styles/code.css';
import './styles/forced.css';
import './styles/start.css';
import './styles/traffic.css';
import './styles/exchange.css';
import './styles/overlay.css';
import './styles/charges.css';
import './styles/scenarios.css';
import './styles/workbench.css';
import './styles/coverage.css';
import './styles/contract.css';
import './styles/narrow-views.css';
import './styles/media.css';
import { shareToken, takeToken } from './control/token.js';
import { followAddress, hrefOf, readAddress, replaceRoute, route } from './routing/route.js';
import { App } from './shell/app.js';
import { listenToKeys } from './shell/commands/shortcuts.js';
import { applyTheme } from './shell/theme.js';
import { followMock } from './state/follow-mock.js';
import { exchangeLog, known } from './state/world.js';

applyTheme();
takeToken();
shareToken();
followAddress();
followMock();
followHome();
listenToKeys();
const root = document.getElementById('app');
if (root) render(<App />, root);

/**
 * Leads an address without a view home: to the traffic, or to Start before the first request. That is decided when the page
 * is opened, so that no view gives way while it is read.
 */
function followHome(): void {
  effect(() => {
    if (!known.value) return;
    readAddress();
    if (route.value.path.length > 0) return;
    replaceRoute(hrefOf([exchangeLog.entries.peek().length === 0 ? 'start' : 'traffic']));
  });
}
