import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../../contract/package-root.js';
import { rooms, type Room } from './rooms.js';

const width = 900;
const margin = 24;
const gap = 10;
const unit = (width - 2 * margin) / 12;
const roomHeight = 62;
const top = 60;

const colours = {
  entry: { fill: '#fdf3e3', stroke: '#a8701a' },
  mock: { fill: '#e8f1fa', stroke: '#2f6496' },
  suite: { fill: '#e7f3ec', stroke: '#2f7d55' },
  base: { fill: '#12344d', stroke: '#12344d' },
} as const;

/** The house as an SVG with a background of its own, so that it reads the same on light and dark pages. */
function housePicture(rooms: readonly Room[]): string {
  const rows = Math.max(...rooms.map(({ row }) => row)) + 1;
  const height = top + rows * (roomHeight + gap) + margin;
  const label = `The rooms of Drydock, from the entry points at the top to src/contract at the bottom. ${rooms.map(({ path, idea }) => `${path}: ${idea}`).join('. ')}.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" font-family="system-ui, sans-serif">`,
    `  <rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="10" fill="#ffffff" stroke="#c8d3de"/>`,
    `  <text x="${margin}" y="38" font-size="15" fill="#44576a">A room imports only from rooms below it. The mock and the suite never import each other.</text>`,
    ...rooms.map(roomBox),
    '</svg>',
    '',
  ].join('\n');
}

function roomBox({ path, idea, row, column, width: units, wing }: Room): string {
  const x = margin + column * unit + gap / 2;
  const y = top + row * (roomHeight + gap);
  const { fill, stroke } = colours[wing];
  const [name, text] = wing === 'base' ? ['#ffffff', '#c8d7e4'] : ['#12263a', '#33475a'];
  return [
    `  <rect x="${x}" y="${y}" width="${units * unit - gap}" height="${roomHeight}" rx="8" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`,
    `  <text x="${x + 14}" y="${y + 26}" font-size="16" font-weight="600" fill="${name}">${path}</text>`,
    `  <text x="${x + 14}" y="${y + 47}" font-size="14" fill="${text}">${idea}</text>`,
  ].join('\n');
}

const file = packageFile('docs', 'house.svg');

describe('the picture of the house', () => {
  it('has every folder of src but build and testing', () => {
    const folders = readdirSync(packageFile('src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['build', 'testing'].includes(entry.name))
      .map(({ name }) => `src/${name}`);
    const drawn = rooms.map(({ path }) => path).filter((path) => path.startsWith('src/'));
    expect(drawn.toSorted()).toEqual(folders.toSorted());
  });

  it('is generated from these rooms', () => {
    const picture = housePicture(rooms);
    if (process.env.UPDATE_DOCS !== undefined) writeFileSync(file, picture);
    expect(readFileSync(file, 'utf8')).toBe(picture);
  });
});
