/** docs/mock-numbers.svg, drawn of bench/results/mock.json: bars for the servers, lines for what grows. Follows light and dark. */
import { throughputOf } from './goals.mjs';

const WIDTH = 860;
const PANEL = 410;
const BAR = 24;

const style = `
    svg { color-scheme: light dark }
    rect.page { fill: #ffffff } text { fill: #12263a } .small { fill: #44576a; font-size: 12px }
    .title { font-weight: 600 } .bar { fill: #9fb3c8 } .own { fill: #2f7d55 } .axis { stroke: #c3ced9 }
    .line { fill: none; stroke-width: 2 } .c0 { stroke: #2f7d55 } .c1 { stroke: #b4541a } .c2 { stroke: #3b6fb6 }
    .c3 { stroke: #8a4fa3 } .c4 { stroke: #7a6a1f } .c5 { stroke: #12344d }
    @media (prefers-color-scheme: dark) {
      rect.page { fill: #0d1117 } text { fill: #e6edf3 } .small { fill: #a6b3c0 } .bar { fill: #4b5f75 } .own { fill: #4fb283 }
      .axis { stroke: #37424e } .c0 { stroke: #4fb283 } .c1 { stroke: #e58a4e } .c2 { stroke: #79a7e6 } .c3 { stroke: #c58fdb }
      .c4 { stroke: #cdb94a } .c5 { stroke: #9cc3e0 }
    }`;

/** @param {Record<string, any>} results parts by name; what is missing leaves its panel out */
export function chart(results) {
  const rows = [
    [
      bars('GET /categories, requests per second', perSecond(results, 'GET')),
      bars('POST /get-shipping-rates, requests per second', perSecond(results, 'POST')),
    ],
    [
      bars(
        'Cold start to first answer, ms (less is better)',
        (results['cold-start']?.rows ?? []).map(({ server, ms }) => [server, ms.median]),
      ),
      bars(
        'Memory at the start, MB (less is better)',
        (results.memory?.rows ?? []).map(({ server, startMb }) => [server, startMb]),
      ),
    ],
    [
      lines('µs for a request: may grow linearly', curvesOf(results, 'linear')),
      lines('µs for a request: must stay flat', curvesOf(results, 'flat')),
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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="Requests per second, cold start, memory and growth of Drydock and its peers" font-family="system-ui, sans-serif" font-size="14">
  <style>${style}
  </style>
  <rect class="page" width="${WIDTH}" height="${top}" rx="10"/>
${drawn.join('\n')}
</svg>
`;
}

function perSecond(results, kind) {
  const names = [...new Set((results.throughput?.rows ?? []).map(({ server }) => server))];
  return names.flatMap((name) => {
    const row = throughputOf(results, name, kind);
    return row ? [[name, row.perSecond.median]] : [];
  });
}

function curvesOf({ growth }, must) {
  return (growth?.curves ?? []).filter((curve) => curve.must === must).slice(0, 6);
}

function bars(title, values) {
  if (values.length === 0) return { svg: '', height: 0 };
  const longest = Math.max(...values.map(([, value]) => value));
  const drawn = values.map(([name, value], at) => {
    const y = 14 + at * BAR;
    const width = Math.max(1, Math.round((value / longest) * 220));
    const own = name === 'Drydock' ? 'own' : 'bar';
    return `<text class="small" x="0" y="${y + 13}">${name}</text><rect class="${own}" x="110" y="${y}" width="${width}" height="17" rx="3"/><text class="small" x="${116 + width}" y="${y + 13}">${count(value)}</text>`;
  });
  return { svg: [heading(title), ...drawn].join('\n'), height: 44 + values.length * BAR };
}

/** Both axes by powers of ten. */
function lines(title, curves) {
  if (curves.length === 0) return { svg: '', height: 0 };
  const all = curves.flatMap(({ points }) => points);
  const decades = (values) => [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const [left, right] = decades(all.map(({ n }) => n));
  const [bottom, top] = decades(all.map(({ micros }) => micros.median));
  const x = (n) => Math.round(44 + ((Math.log10(n) - left) / (right - left)) * 340);
  const y = (micros) => Math.round(170 - ((Math.log10(micros) - bottom) / (top - bottom)) * 150);
  const ticks = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  return {
    svg: [
      heading(title),
      ...ticks(bottom, top).map(
        (tick) =>
          `<path class="axis" d="M44 ${y(tick)}H384"/><text class="small" x="38" y="${y(tick) + 4}" text-anchor="end">${count(tick)}</text>`,
      ),
      ...ticks(left, right).map(
        (tick) => `<text class="small" x="${x(tick)}" y="188" text-anchor="middle">${count(tick)}</text>`,
      ),
      ...curves.flatMap((curve, at) => [
        `<path class="line c${at}" d="M${curve.points.map(({ n, micros }) => `${x(n)} ${y(micros.median)}`).join('L')}"/>`,
        `<path class="line c${at}" d="M0 ${208 + at * 18}h18"/><text class="small" x="24" y="${212 + at * 18}">${curve.name}</text>`,
      ]),
    ].join('\n'),
    height: 216 + curves.length * 18,
  };
}

const heading = (title) => `<text class="title" x="0" y="4">${title}</text>`;
const count = (number) => Math.round(number).toLocaleString('en-US');
