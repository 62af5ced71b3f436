/** Rules about edges, lists, replacements, refusals and jobs, on albums with photos and exports: each broken once. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { rulesNamedIn, runWithWrites } from '../../src/conformance/testing/run-suite.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { albums } from './testing/albums.js';

const contract = await loadContract(fileURLToPath(new URL('./testing/albums.yaml', import.meta.url)));
const topics = ['resources', 'refusals', 'jobs', 'parameters'];
const rules = (await loadRules()).filter(
  ({ id, topic }) =>
    topics.includes(topic) || /^requests\/(?:allowed-values|missing-field)$|no-server-error/.test(id),
);

const keys: Readonly<Record<string, string>> = {
  'Bearer albums-key': 'valid',
  'Bearer albums-limited': 'limited',
};

/** The breaches of the rules, those that fail a run. @param told what the run is to say, of which rules */
async function run(changes: readonly string[], ...told: readonly RegExp[]) {
  const answer = albums(changes);
  const given = { key: 'albums-key', limitedKey: 'albums-limited' };
  const { failed } = await runWithWrites(
    (request, text, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://target');
      const { accept = '*/*', authorization = '' } = request.headers;
      const body = text === '' ? undefined : (jsonOf(text) ?? 'no JSON');
      const key = keys[authorization] ?? 'none';
      const method = request.method ?? '';
      const told = answer({ method, path: pathname, query: searchParams, body, accept, key });
      response.writeHead(told.status, { 'Content-Type': 'application/json', ...told.headers });
      response.end(told.body === undefined ? undefined : JSON.stringify(told.body));
    },
    { contract, ...given, rules: told.length > 0 ? rulesNamedIn(...told) : rules },
  );
  return failed;
}

// A page may be shorter than it was asked to be, and what no description says of a bound is free.
it.each(['', 'two-at-a-time', 'created-after-or-at'])(
  'albums that keep to their document (%s) are not failed',
  async (lenience) => {
    expect(await run([lenience])).toEqual([]);
  },
);

// One fault of each rule is in one server.
const servers: readonly (readonly (readonly [fault: string, told: RegExp])[])[] = [
  [
    ['four-tags-refused', /allowed-values addAlbum: status 422/],
    ['taken-by-itself', /kept-values replaceAlbum: status 409 for the values that the thing has itself/],
    ['photo-anywhere', /own-lists getPhoto: what was made below another thing/],
    ['created-after-ignored', /lists listAlbums: created_at is/],
    ['csv-never', /accepted-type listAlbums: Content-Type: application\/json/],
    ['refused-bulk-makes', /change-nothing listAlbums: more in the list than before/],
    ['progress-99', /become-done getJob: progress is 99/],
  ],
  [
    ['title-in-bytes', /allowed-values addAlbum: status 422/],
    ['put-merges', /kept-values getAlbum: \w+ is .+ as before, and the PUT did not name it/],
    ['photos-of-all', /own-lists listPhotos: an item whose albumId is A\d+, and not A\d+/],
    ['least-rating-excluded', /lists listAlbums: what has rating \d is not in the list/],
    ['accept-ignored', /accepted-type listAlbums: status 200/],
    ['done-without-export', /become-done getJob: null for the exportId of getExport/],
    ['refusal-counts', /change-nothing getAlbum: version is/],
  ],
  [
    ['offset-refused', /allowed-values addAlbum: status 422/],
    ['another-default', /kept-values \w+: mood is "loud", and its default is "calm"/],
    ['last-page-again', /lists listPhotos: the cursor of an earlier page again/],
    ['any-owner', /unknown-references addAlbum: status 201/],
    ['export-404', /become-done getExport: status 404/],
  ],
  [
    ['name-with-underscore-refused', /allowed-values putShelf: status 400/],
    ['made-anew', /kept-values \w+: created_at is/],
    ['always-oldest', /lists listAlbums: created_at in another order \(sort=newest\)/],
    ['search-crashes', /no-server-error listAlbums: status 500/],
  ],
  [
    ['page-past-end-404', /lists listAlbums: status 404/],
    ['code-stays-taken', /stated-conflicts addAlbum: status 409/],
  ],
  [
    ['label-of-25', /allowed-values putShelf: status 422/],
    ['total-of-all', /lists listAlbums: total is/],
    ['limited-key-adds', /limited-scopes addAlbum: status 201, and 403 from/],
  ],
  [
    ['any-cursor', /lists listPhotos: status 200/],
    ['any-time-taken', /invalid-value listAlbums: status 200/],
    ['invalid-is-400', /stated-meaning \w+: status 400/],
    ['refused-removal-removes', /change-nothing getAlbum: status 404 after the 403 of removeAlbum/],
  ],
  [
    ['name-with-7-not-found', /allowed-values putShelf: status 404/],
    ['stays-in-list', /lists listAlbums: what was removed, with the id "A\d+"/],
  ],
];

it.each(servers)('%s and those beside it are found', async (...faults) => {
  const found = await run(
    faults.map(([name]) => name),
    ...faults.map(([, told]) => told),
  );
  const missed = faults.filter(([, told]) => !found.some((one) => told.test(one))).map(([name]) => name);
  expect(missed, found.join('\n')).toEqual([]);
});
