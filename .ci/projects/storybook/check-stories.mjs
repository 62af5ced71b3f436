// Opens each built story in Chromium, and compares what it shows. Usage: node check-stories.mjs FOLDER...
import assert from 'node:assert/strict';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const expected = {
  all: /^\d+ categories: .*Laptops & Computers/,
  failed: /^The categories can’t be loaded\.$/,
  limited: /^Again in \d+ s\.$/,
  offline: /^You are offline\.$/,
};
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves a folder on a free port of this machine. */
async function serve(folder) {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(new URL(request.url, 'http://localhost').pathname));
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function checkStories(browser, folder) {
  const server = await serve(folder);
  const page = await browser.newPage();
  for (const [story, text] of Object.entries(expected)) {
    await page.goto(
      `http://127.0.0.1:${server.address().port}/iframe.html?viewMode=story&id=categories--${story}`,
    );
    const status = page.getByRole('status').filter({ hasNotText: 'Loading' });
    assert.match((await status.textContent({ timeout: 20_000 })) ?? '', text, `${folder}, story ${story}`);
  }
  await page.close();
  server.close();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const folder of process.argv.slice(2)) await checkStories(browser, folder);
} finally {
  await browser.close();
}
