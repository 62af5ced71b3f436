/** The page's words on a broken response, compared with what a raw client saw of it, for every kind of fault. */
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { faultKinds } from '../../scenarios/faults/registry.js';
import { bytes, visibleText } from '../../dashboard/parts/text.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import type { DrydockServer } from '../create-server.js';
import { whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { controlCall } from './testing/sample-traffic.js';

describeUnless(whyNoBrowser, 'the page and a raw client', () => {
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;

  usePage((used) => ({ server, opened, page } = used));

  it.each(faultKinds.map(({ kind }) => kind))('agree about %s', async (kind) => {
    await controlCall(server, 'PUT', `sandboxes/${kind}/scenario`, {
      definition: { fault: kind },
      name: kind,
    });
    const request = `GET /api/v1/developer/orders/none HTTP/1.1\r\nHost: mock\r\nAuthorization: Bearer dk_test_${kind}\r\nConnection: close\r\n\r\n`;
    const raw = await rawExchange(server.port, request, 200, staysOpen[kind] ?? (() => false));
    await opened.show(`#/traffic/${kind}/1`);
    const sent = page.locator('.facts').getByText(/ of body: (?!pending)/);
    const [headBytes, bodyBytes] = [raw.head === '' ? 0 : raw.head.length + 4, raw.body.length];
    expect(await sent.innerText()).toMatch(
      new RegExp(`^${bytes(headBytes)} of head, ${bytes(bodyBytes)} of body: (${endings[raw.end]})$`),
    );
    await page.getByRole('tab', { name: 'Response', exact: true }).click();
    const panel = page.getByRole('region', { name: /^Response(, as far as it was sent)?$/ });
    const names = await panel.locator('.headers dt').allInnerTexts();
    const values = await panel.locator('.headers dd').allInnerTexts();
    const lines = names.map((name, index) => `${name}: ${values[index] ?? ''}`);
    expect(lines.map(withoutTime).sort()).toEqual(headersOf(raw.head).map(withoutTime).sort());
    expect(await shownBody(panel)).toBe(visibleText(raw.body.toString()));
  });

  /** The body as it was sent, to the character. */
  async function shownBody(panel: Locator): Promise<string> {
    const raw = panel.getByRole('button', { name: 'Raw' });
    if ((await raw.count()) > 0) {
      await raw.click();
      await raw.and(page.locator('[aria-pressed=true]')).waitFor();
    }
    const all = panel.getByRole('button', { name: 'Show all characters' });
    if ((await all.count()) > 0) await all.click();
    await all.waitFor({ state: 'detached' });
    return (await panel.locator('.body-line .txt').allTextContents()).join('\n');
  }

  it('violates no content security policy', () => {
    expect(opened.trouble).toEqual([]);
  });
});

/** Faults that end no connection, and what must have come when nothing more does. */
const staysOpen: Readonly<Partial<Record<string, (received: { head: string }) => boolean>>> = {
  'never-answer': () => true,
  'headers-then-nothing': ({ head }) => head !== '',
};

const endings = { RST: 'reset', FIN: 'closed without a response|cut off|complete', open: 'client left' };

/** Header lines without those of the connection alone, which no journal has. */
function headersOf(head: string): string[] {
  const [, ...lines] = head.split('\r\n');
  return lines.filter((line) => !/^(Connection|Keep-Alive): /i.test(line));
}

/** A second may pass between the head on the wire and its entry. */
function withoutTime(line: string): string {
  return line.replace(/^(Date: ).*:\d\d GMT$/, '$1…');
}
