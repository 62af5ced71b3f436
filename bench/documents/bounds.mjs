/** Bounds of the cost of a start on a document, on a machine that does nothing else. */
const bounds = [
  { document: '@octokit/openapi', startMs: 2000, firstMs: 150, megabytes: 400 },
  { document: 'docusign.net', startMs: 2000, firstMs: 150 },
  { document: 'stripe.com', startMs: 1200, firstMs: 150 },
  { document: 'circleci.com', startMs: 400, firstMs: 150 },
];
/** Of operations, over all documents. */
const leastValid = 0.99;

/** @returns {string[]} one sentence for each bound that the rows break */
export function brokenBounds(rows) {
  const slow = bounds.flatMap(({ document, ...most }) => {
    const row = rows.find((one) => one.document === document) ?? {};
    return Object.entries(most)
      .filter(([figure, bound]) => row[figure] > bound)
      .map(([figure, bound]) => `${document}: ${figure} is ${row[figure]}, at most ${bound}.`);
  });
  const [valid, operations] = ['valid', 'operations'].map((name) =>
    rows.reduce((total, row) => total + (row[name] ?? 0), 0),
  );
  const share = valid / operations;
  return share < leastValid
    ? [...slow, `Valid are ${(100 * share).toFixed(1)}%, at least ${100 * leastValid}%.`]
    : slow;
}
