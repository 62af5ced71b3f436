import { describe, expect, it } from 'vitest';
import { nodeTooOld } from './package-root.js';

describe('nodeTooOld', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '26.1.0'])('accepts Node %s', (version) => {
    expect(nodeTooOld(version)).toBeUndefined();
  });

  it.each(['20.18.3', '20.9.0', '18.20.8', '9.11.2'])('refuses Node %s in one sentence', (version) => {
    expect(nodeTooOld(version)).toBe(`Drydock needs Node 20.19 or later; this is Node ${version}.`);
  });
});
