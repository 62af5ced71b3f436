import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packageFile } from '../contract/package-root.js';
import { corsHeaders, preflightHeaders } from '../mock/exchange/cors.js';
import { channelHeaders, channels, markerHeaders } from './channels.js';

const names = channels.map(({ name }) => name);

describe('the table of channels', () => {
  it('goes from the strongest to the weakest, each name once', () => {
    const strengths = channels.map(({ strength }) => strength);
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
    expect(new Set(names).size).toBe(names.length);
  });

  it('has the names that the control API documents in components/schemas/AppliedScenario', () => {
    const document = parse(readFileSync(packageFile('src/control/control-api.yaml'), 'utf8')) as {
      components: {
        schemas: {
          AppliedScenario: { oneOf: { properties?: { channel: { enum: string[] } } }[] };
        };
      };
    };
    const [, applied] = document.components.schemas.AppliedScenario.oneOf;
    expect(applied?.properties?.channel.enum).toEqual(names);
  });

  it('gives the headers that pages of other origins may send and read', () => {
    const allowed = preflightHeaders({})['Access-Control-Allow-Headers']?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining([...channelHeaders]));
    const exposed = corsHeaders['Access-Control-Expose-Headers'].split(', ');
    expect(exposed).toEqual(expect.arrayContaining(Object.values(markerHeaders)));
  });
});
