/** docs/mock-numbers.svg, drawn of bench/results/mock.json: a panel of bars for each figure. Follows light and dark. */
import { latencyOf, throughputOf } from './goals.mjs';

const WIDTH = 860;
const PANEL = 410;
const BAR = 24;

const style = `
    svg { color-scheme: light dark }
    rect.page { fill: #ffffff } text { fill: #12263a } .small { fill: #44576a; font-size: 12px }
    .title { font-weight: 600 } .bar { fill: #9fb3c8 } .own { fill: #2f7d55 }
    @media (prefers-color-scheme: dark) {
      rect.page { fill: #0d1117 } text { fill: #e6edf3 } .small { fill: #a6b3c0 } .bar { fill: #4b5f75 } .own { fill: #4fb283 }
    }`;

/** @param {Record<string, any>} results parts by name; what is missing leaves its panel out */
export function chart(results) {
  const rows = [
    [
      bars('GET /categories, requests per second', perSecond(results, 'GET')),
      bars('POST /get-shipping-rates, requests per second', perSecond(results, 'POST')),
    ],
    [
      bars('GET at 5,000 per second, p99 in ms (less is better)', p99(results, 'GET', 5000)),
      bars('GET at 20,000 per second, p99 in ms (less is better)', p99(results, 'GET', 20_000)),
    ],
    [
      bars(
        'Cold start to first response, ms (less is better)',
        atStart(results, ({ ms }) => ms.median),
      ),
      bars(
        'Memory at the start, MB (less is better)',
        atStart(results, ({ mb }) => mb),
      ),
    ],
  ];
  let top = 16;
  const drawn = rows.map((panels) => {
    const group = panels.map(
      ({ svg }, at) => `<g transform="translate(${at * (PANEL + 20) + 12} ${top})">${svg}</g>`,
    );
    top += Math.max(...panels.map(({ height }) => height));
    return group.join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="Requests per second, latency, cold start and memory of Drydock and its peers" font-family="system-ui, sans-serif" font-size="14">
  <style>${style}
  </style>
  <rect class="page" width="${WIDTH}" height="${top}" rx="10"/>
${drawn.join('\n')}
</svg>
`;
}

const serversOf = (part) => [...new Set((part?.rows ?? []).map(({ server }) => server))];

function perSecond(results, kind) {
  return serversOf(results.throughput).flatMap((name) => {
    const value = throughputOf(results, name, kind)?.perSecond.median;
    return value === undefined ? [] : [{ name, value, shown: count(value) }];
  });
}

/** A server that can't keep up has no bar. */
function p99(results, kind, rate) {
  return serversOf(results.latency).flatMap((name) => {
    const row = latencyOf(results, name, kind, rate);
    if (!row) return [];
    if (!row.ms) return [{ name, value: 0, shown: `can't keep up, answers ${count(row.perSecond)}` }];
    return [{ name, value: row.ms.p99, shown: row.ms.p99.toFixed(row.ms.p99 < 10 ? 2 : 0) }];
  });
}

function atStart({ 'cold-start': part }, figure) {
  return (part?.rows ?? []).map((row) => ({
    name: row.server,
    value: figure(row),
    shown: count(figure(row)),
  }));
}

function bars(title, values) {
  if (values.length === 0) return { svg: '', height: 0 };
  const longest = Math.max(...values.map(({ value }) => value), Number.MIN_VALUE);
  const drawn = values.map(({ name, value, shown }, at) => {
    const y = 14 + at * BAR;
    const width = value === 0 ? 0 : Math.max(1, Math.round((value / longest) * 220));
    const bar = name === 'Drydock' ? 'own' : 'bar';
    return `<text class="small" x="0" y="${y + 13}">${name}</text><rect class="${bar}" x="110" y="${y}" width="${width}" height="17" rx="3"/><text class="small" x="${116 + width}" y="${y + 13}">${shown}</text>`;
  });
  const heading = `<text class="title" x="0" y="4">${title}</text>`;
  return { svg: [heading, ...drawn].join('\n'), height: 44 + values.length * BAR };
}

const count = (number) => Math.round(number).toLocaleString('en-US');
