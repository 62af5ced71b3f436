/** The built page in a real Chromium, as the tests open it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { packageFile } from '../../../contract/package-root.js';
import type { DrydockServer } from '../../create-server.js';
import { builtPage } from '../dashboard-router.js';

/** The headless shell is the same Chromium without windows; it needs two thirds of the processor time. */
export const chromiumPath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  '/usr/bin/chromium';

/** The reason why the page can't be tested in a browser here; undefined where it can. */
export const whyNoBrowser = existsSync(chromiumPath)
  ? undefined
  : `there is no Chromium at ${chromiumPath} (set CHROMIUM_PATH)`;

/** A host name that resolves to this machine, as an attacker's name server could make it. */
export const foreignName = 'evil.example';

/** @throws Error where the page was not built, since a test of an old page proves nothing */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(join(builtPage, 'index.html')))
    throw new Error('The page was not built: run npm run build first.');
  const args = [
    '--disable-gpu',
    '--disable-background-networking',
    `--host-resolver-rules=MAP ${foreignName} 127.0.0.1`,
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return patient(await chromium.launch({ executablePath: chromiumPath, args }));
}

/** Gives all pages a minute for everything they are asked to wait for. */
function patient(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(60_000);
    return context;
  };
  return browser;
}

export interface OpenedPage {
  readonly page: Page;
  /** Every script error, policy violation and request to another host; a test expects none. */
  readonly trouble: readonly string[];
  /** Shows a view, such as `#/traffic`, without loading the page again. */
  readonly show: (fragment: string) => Promise<void>;
}

/** Opens the page by a link with the token in the fragment. The mock needs a control origin. */
export async function openPage(
  browser: Browser,
  server: Pick<DrydockServer, 'origin' | 'control' | 'controlToken'>,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const origin = pageOrigin(server);
  const context = await browser.newContext(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    // An error status that a test provokes is logged there too; it is no error of the page.
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) trouble.push(text);
  });
  page.on('request', (request) => {
    const { origin: asked } = new URL(request.url());
    if (asked !== origin && asked !== server.origin) trouble.push(`request to ${request.url()}`);
  });
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (v) => console.error('violation of', v.violatedDirective, v.blockedURI))`,
  );
  await page.goto(`${origin}/__drydock/#token=${server.controlToken}`);
  await page.getByText('Live', { exact: true }).waitFor();
  // Once its state is read, the page leads an address without a view home.
  await page.waitForURL(/#\/\w/);
  return {
    page,
    trouble,
    show: async (fragment) => {
      // The page hears of a new address a moment later, and until then it still shows the view before.
      await page.evaluate(`new Promise((shown) => {
        const before = location.hash;
        addEventListener('hashchange', shown, { once: true });
        location.hash = ${JSON.stringify(fragment)};
        if (location.hash === before) shown();
      })`);
    },
  };
}

/** Clicks a button that copies, and gives what it copied. */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await button.click();
  // Not by waitForFunction, which the page's policy forbids.
  return page.evaluate<string>(`(async () => {
    for (let text = ''; ; await new Promise(requestAnimationFrame)) {
      text = await navigator.clipboard.readText();
      if (text !== '') return text;
    }
  })()`);
}

/** Waits until the page is drawn: sizes are observed and scrolling is reported with a frame. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
}

/** @throws Error for a mock without a control origin */
export function pageOrigin({ control }: Pick<DrydockServer, 'control'>): string {
  if (control) return control.origin;
  throw new Error('The mock has no page: start it with the option controlPort.');
}

const axeSource = packageFile('node_modules', 'axe-core', 'axe.min.js');

/** Violations that axe finds in the current page, a line each. @param rules all of axe by default */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('window.axe !== undefined')))
    await page.evaluate(readFileSync(axeSource, 'utf8'));
  const options: RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    ...(rules && { runOnly: [...rules] }),
  };
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then((result) =>
       result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  );
}
