/**
 * The least that a mock on Express would be: two routes, `express.json()` and `res.json()` with the same data:
 * `node bare-express.mjs PORT GET-FILE POST-FILE`. It is the Express that Drydock itself uses.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const express = createRequire(new URL('../../package.json', import.meta.url))('express');
const [port, getFile, postFile] = process.argv.slice(2);
const categories = JSON.parse(readFileSync(getFile, 'utf8'));
const rates = JSON.parse(readFileSync(postFile, 'utf8'));

express()
  .use(express.json())
  .get('/categories', (_request, response) => response.json(categories))
  .post('/get-shipping-rates', (_request, response) => response.json(rates))
  .listen(Number(port), '127.0.0.1');
