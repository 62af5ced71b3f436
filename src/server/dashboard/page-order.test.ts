/** The page while its requests and events come late or in another order: a response is held back until something else happened. */
import { beforeEach, expect, it } from 'vitest';
import type { Browser, Page, Request } from 'playwright-core';
import { headersWith, send } from '../../testing/mock-server.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import type { DrydockServer } from '../create-server.js';
import { openPage, pageOrigin, whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { controlCall, resetAll } from './testing/sample-traffic.js';

interface Held {
  /** Resolves once the request is held. */
  readonly asked: Promise<unknown>;
  /** Lets it go on, and resolves when the page has its response. */
  readonly letGo: () => Promise<void>;
}

/** A promise, and what resolves it. */
function promised<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Holds the first request to an address back; later ones pass. @param what `request` for one that the mock may not have yet */
async function hold(page: Page, method: string, address: string, what = 'response'): Promise<Held> {
  const held = promised<Request>();
  const free = promised<unknown>();
  let isFirst = true;
  await page.route(address, async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    const response = what === 'response' ? await route.fetch() : undefined;
    held.resolve(route.request());
    await free.promise;
    return route.fulfill({ response: response ?? (await route.fetch()) });
  });
  return {
    asked: held.promise,
    letGo: async () => {
      const request = await held.promise;
      free.resolve(undefined);
      await (await request.response())?.finished();
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    },
  };
}

describeUnless(whyNoBrowser, 'the page on a slow machine', () => {
  let browser: Browser;
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;

  usePage((used) => ({ browser, server, opened, page } = used));
  beforeEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await resetAll(server, page);
  });

  const call = (sandbox: string) =>
    send(server, 'GET', '/categories', { headers: headersWith(`dk_test_${sandbox}`) });
  const choose = (sandbox: string, scenario: string) =>
    controlCall(server, 'PUT', `sandboxes/${sandbox}/scenario`, { scenario });
  const chosen = async (sandbox: string) =>
    (
      (await (await controlCall(server, 'GET', `sandboxes/${sandbox}/scenario`)).json()) as {
        scenario: string;
      }
    ).scenario;
  const scenario = '**/sandboxes/alice/scenario';

  it('shows the view of a link before the browser reports the address', async () => {
    const own = await openPage(browser, server);
    await own.page.addInitScript(
      `addEventListener('hashchange', (event) => event.stopImmediatePropagation(), true)`,
    );
    await own.page.reload();
    await own.page.getByRole('link', { name: 'Keys', exact: true }).click();
    await own.page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    expect(own.page.url()).toContain('#/keys');
    await own.page.context().close();
  });

  it('stays at an address that is opened before its state is read', async () => {
    const own = await openPage(browser, server);
    await own.page.goto('about:blank');
    await own.page.addInitScript(
      `addEventListener('hashchange', (event) => event.stopImmediatePropagation(), true)`,
    );
    const state = await hold(own.page, 'GET', '**/__drydock/scenarios');
    await own.page.goto(`${pageOrigin(server)}/__drydock/#token=${server.controlToken}`);
    await state.asked;
    await own.page.evaluate(`location.hash = '#/keys'`);
    await state.letGo();
    await own.page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    await own.page.context().close();
  });

  it('says that its token was refused, also where a call hears of it before the stream of events', async () => {
    const own = await openPage(browser, server);
    await own.show('#/keys');
    await hold(own.page, 'GET', '**/__drydock/events', 'request');
    await own.page.evaluate("sessionStorage.setItem('drydock-control-token', 'not-the-token')");
    await own.page.reload();
    await own.page.getByText('The mock has refused this token').waitFor();
    await own.page.context().close();
  });

  it('keeps its list where the journals can not be read after a lost connection', async () => {
    await call('alice');
    const own = await openPage(browser, server);
    let reads = 0;
    const readAgain = promised<unknown>();
    // The stream of events ends at once, so that the page connects again and again.
    await own.page.route('**/__drydock/events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: '' }),
    );
    await own.page.route('**/__drydock/requests?*', async (route) => {
      reads += 1;
      if (reads === 2) return route.fulfill({ status: 503, json: { title: 'Not now' } });
      if (reads === 4) readAgain.resolve(undefined);
      return route.fallback();
    });
    await own.page.reload();
    await own.show('#/traffic');
    await readAgain.promise;
    await own.page.getByText('1 request', { exact: true }).waitFor();
    expect(await own.page.locator('.rows-box .row').count()).toBe(1);
    await own.page.context().close();
  });

  it('says that its state could not be read, and reads it again while its events go on', async () => {
    await call('alice');
    const own = await openPage(browser, server);
    const strip = own.page.getByText("Could not read the mock's state");
    let fails = true;
    let howOften = 0;
    const failing = async (address: string) => {
      fails = true;
      await own.page.route(address, (route) => {
        if (!fails) return route.fallback();
        return (howOften += 1) % 2 === 1
          ? route.fulfill({ status: 503, json: { title: 'Not now' } })
          : route.abort('connectionreset');
      });
    };
    await failing('**/__drydock/requests?*');
    await own.page.reload();
    await own.show('#/traffic');
    await strip.waitFor();
    await own.page.getByText('Not now').waitFor();
    await own.page.getByText('The mock does not answer').waitFor();
    fails = false;
    await own.page.getByText('1 request', { exact: true }).waitFor();
    await strip.waitFor({ state: 'detached' });
    await failing('**/__drydock/sandboxes');
    await call('alice');
    await strip.waitFor();
    fails = false;
    await strip.waitFor({ state: 'detached' });
    await own.page.context().close();
  });

  it('keeps a delay that is being typed when the scenario changes', async () => {
    await opened.show('#/workbench?sandbox=alice');
    const delay = page.getByLabel('Delay');
    await delay.fill('250');
    await choose('alice', 'flaky');
    await page.getByText('Next 2 calls: 500, then normal.').waitFor();
    expect(await delay.inputValue()).toBe('250');
    await delay.press('Enter');
    await page.getByText('Next 2 calls: 500 after 250 ms, then normal after 250 ms.').waitFor();
  });

  it('keeps a number and a name that are being typed when requests arrive', async () => {
    await opened.show('#/workbench?sandbox=alice');
    const times = page.getByLabel('Times, request 1');
    await times.fill('');
    await choose('alice', 'status-503');
    await page.getByText("scenario('status-503')").first().waitFor();
    expect(await times.inputValue()).toBe('');
    await opened.show('#/scenarios/new');
    const sandbox = page.getByRole('combobox', { name: 'Sandbox', exact: true });
    await sandbox.fill('new-one');
    await call('other');
    await page.locator('#known-sandboxes [value=other]').waitFor({ state: 'attached' });
    expect(await sandbox.inputValue()).toBe('new-one');
  });

  it('shows the response to the request that was sent last', async () => {
    await call('alice');
    await opened.show('#/traffic/alice/1?tab=again');
    const form = page.getByRole('form', { name: 'Send again' });
    const first = await hold(page, 'GET', '**/categories');
    await form.getByRole('button', { name: 'Send' }).click();
    await first.asked;
    await form.getByLabel('Path').fill('/nothing');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('404', { exact: true }).waitFor();
    await first.letGo();
    expect(await form.locator('.badge.status-code').allInnerTexts()).toEqual(['404']);
  });

  it('shows no verdict on an expectation that has changed since', async () => {
    await opened.show('#/workbench?sandbox=alice');
    const verdict = await hold(page, 'POST', '**/sandboxes/alice/verify');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await verdict.asked;
    await page.getByLabel('Times, request 1').fill('7');
    await verdict.letGo();
    expect(await page.locator('.verdict').count()).toBe(0);
  });

  it('changes the mock in the order of the clicks', async () => {
    await opened.show('#/scenarios?sandbox=alice');
    const first = await hold(page, 'PUT', scenario, 'request');
    await page.getByRole('button', { name: 'Use flaky for alice' }).first().click();
    await first.asked;
    const second = page.waitForRequest(
      (one) => one.method() === 'PUT' && one.postData()?.includes('slow') === true,
    );
    await page.getByRole('button', { name: 'Use slow for alice' }).first().click();
    await first.letGo();
    await (await (await second).response())?.finished();
    expect(await chosen('alice')).toBe('slow');
  });

  it('keeps a choice of somebody else over a response from before', async () => {
    await call('alice');
    await opened.show('#/scenarios?sandbox=alice');
    const list = await hold(page, 'GET', '**/__drydock/sandboxes');
    await call('alice');
    await list.asked;
    await choose('alice', 'flaky');
    const isOn = page.getByRole('button', { name: 'flaky is on for alice' }).first();
    await isOn.waitFor();
    // The next reading is held too: it would hide what the first one does.
    await hold(page, 'GET', '**/__drydock/sandboxes');
    await list.letGo();
    expect(await isOn.count()).toBe(1);
  });

  it('gives a sandbox its moved time back by the distance, which is the same when the mock hears of it', async () => {
    await controlCall(server, 'PUT', 'sandboxes/alice/clock', { advance: 'P2D' });
    await opened.show('#/keys?sandbox=alice');
    const bar = page.getByRole('region', { name: 'Forced', exact: true });
    await bar.getByRole('button', { name: 'Time: 2 days ahead …' }).waitFor();
    await bar.getByRole('button', { name: 'Freeze' }).click();
    await bar.getByRole('button', { name: /^Frozen at/ }).waitFor();
    const told = page.waitForRequest((one) => one.method() === 'PUT');
    await bar.getByRole('button', { name: 'Undo' }).click();
    expect((await told).postDataJSON()).toEqual({ advance: 'PT172800S' });
    await bar.getByRole('button', { name: 'Time: 2 days ahead …' }).waitFor();
  });

  it('closes no form but the one that was sent', async () => {
    await opened.show('#/keys?sandbox=alice');
    const bar = page.getByRole('region', { name: 'Forced', exact: true });
    const forced = await hold(page, 'PUT', scenario);
    await bar.getByRole('button', { name: 'Force …' }).click();
    await bar.getByRole('button', { name: 'Force', exact: true }).click();
    await forced.asked;
    await bar.getByRole('button', { name: 'Time …' }).click();
    await bar.getByRole('form', { name: 'Move the time' }).waitFor();
    await forced.letGo();
    await bar.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await bar.getByRole('form', { name: 'Move the time' }).count()).toBe(1);
  });

  it('leaves the focus to the field that was gone on to', async () => {
    await opened.show('#/traffic?sandbox=alice');
    const bar = page.getByRole('region', { name: 'Forced', exact: true });
    const forced = await hold(page, 'PUT', scenario);
    await bar.getByRole('button', { name: 'Force …' }).click();
    const form = bar.getByRole('form', { name: 'Force a response' });
    await form.getByRole('button', { name: 'Force', exact: true }).click();
    await forced.asked;
    await page.getByRole('combobox', { name: 'Search' }).focus();
    await page.keyboard.type('be');
    await forced.letGo();
    await form.waitFor({ state: 'detached' });
    await page.keyboard.type('fore');
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('before');
  });

  it('leads to no other view than the one that was opened since', async () => {
    await call('alice');
    await opened.show('#/coverage?sandbox=alice');
    const forced = await hold(page, 'PUT', scenario);
    await page.getByRole('button', { name: 'getOrder 404: not covered, force it' }).click();
    await page.getByRole('button', { name: 'Force it for alice' }).click();
    await forced.asked;
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await forced.letGo();
    await page.getByText('all of getOrder → 404').waitFor();
    expect(page.url()).toContain('#/keys');
  });

  it('keeps what is typed while a key is issued', async () => {
    await opened.show('#/keys');
    const issued = await hold(page, 'POST', '**/__drydock/keys');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('first');
    await name.press('Enter');
    await issued.asked;
    await name.fill('second');
    await name.press('Enter');
    await issued.letGo();
    await page.getByText('The key of “first”, shown this once').waitFor();
    expect(await name.inputValue()).toBe('second');
  });

  it('picks the option that was active before others appeared', async () => {
    await call('bob');
    await opened.show('#/traffic');
    await page.getByRole('row', { name: 'bob' }).waitFor();
    await page.locator('.side .picker-button').click();
    const bob = page.getByRole('option', { name: 'bob' });
    await page.keyboard.press('ArrowDown');
    await bob.and(page.locator('.is-active')).waitFor();
    await call('alice');
    await page.getByRole('option', { name: 'alice' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sandbox=bob$/);
  });

  it('starts one run of the suite for two clicks', async () => {
    await opened.show('#/contract');
    let started = 0;
    page.on('request', (request) => (started += Number(request.url().endsWith('/verify-runs'))));
    const run = await hold(page, 'POST', '**/verify-runs', 'request');
    const form = page.getByRole('form', { name: 'Run the suite' });
    await form.getByLabel('Only').fill('envelope/success');
    await form.getByRole('button', { name: 'Run the suite' }).click();
    await run.asked;
    await form.getByRole('button', { name: 'Run the suite' }).click();
    await run.letGo();
    await form.waitFor({ state: 'detached' });
    expect(started).toBe(1);
  });

  it('violates no content security policy', () => {
    expect(opened.trouble).toEqual([]);
  });
});
