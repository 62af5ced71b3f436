import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { packageFile } from '../../../contract/package-root.js';
import { housePicture } from './house-picture.js';
import { rooms } from './rooms.js';

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
