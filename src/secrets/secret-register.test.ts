import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { SecretSearch } from '../../kill-matrix/secrets/secret-search.js';
import { Redactor } from './redactor.js';
import { SecretRegister } from './secret-register.js';
import { spellings } from './testing/spellings.js';

const secret = 'Qz7_Sesame/open+2026~Wx';

function redactorOf(register: SecretRegister): Redactor {
  return new Redactor([], undefined, register);
}

function registered(...secrets: string[]): Redactor {
  const register = new SecretRegister();
  for (const one of secrets) register.add(one);
  return redactorOf(register);
}

describe('the register of secrets', () => {
  it.each(Object.entries(spellings))('finds a secret that was written %s', (_, spell) => {
    const text = `{"a":"${spell(secret)}","b":${JSON.stringify(spell(secret))}}`;
    const shown = registered('another-secret', secret).text(text);
    expect(new SecretSearch({ secret }).in('the text', shown)).toEqual([]);
    expect(shown).toMatch(/^\{"a":.*,"b":.*\}$/);
  });

  it('finds any secret between any texts, in any spelling, and keeps what is around it', () => {
    const secrets = fc.stringMatching(/^[!-)+-~]{12,90}$/);
    const around = fc.stringMatching(/^[ -~]{0,30}$/);
    fc.assert(
      fc.property(
        secrets,
        fc.constantFrom(...Object.values(spellings)),
        around,
        around,
        (one, spell, a, b) => {
          const search = new SecretSearch({ one });
          fc.pre(search.in('', a + b).length === 0);
          const shown = registered(one).text(`${a} ${spell(one)} ${b}`);
          expect(search.in('', shown)).toEqual([]);
          expect(shown.startsWith(`${a} `) && shown.endsWith(` ${b}`)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds secrets that begin alike, and the longest where one is part of another', () => {
    const shown = registered('dk_live_one-of-many', 'dk_live_one', 'dk_live_other');
    expect(shown.text('dk_live_one dk_live_one-of-many dk_live_other dk_live_third')).toBe(
      '*** *** *** dk_live_third',
    );
  });

  it('finds the beginning of one that a text cuts off', () => {
    expect(registered(secret).text(`x ${secret.slice(0, 16)}`)).toBe('x ***');
    expect(registered(secret).text(`x ${secret.slice(0, 15)}`)).toBe(`x ${secret.slice(0, 15)}`);
    const escaped = 'a-secret-of-many-parts%00';
    expect(registered(escaped).text(`x ${escaped} y`)).toBe('x *** y');
  });

  it('finds one that is not ASCII in texts and in bytes', () => {
    const shown = registered('passwörd-für-Zoë');
    expect(shown.text('a passwörd-für-Zoë b')).toBe('a *** b');
    const bytes = Buffer.from('a passwörd-für-Zoë b');
    expect(Buffer.from(shown.bytes(bytes)).toString()).toBe(`a ${'*'.repeat(bytes.length - 4)} b`);
    expect(shown.text(Buffer.from('passwörd-für-Zoë').toString('base64'))).toMatch(/^\*+=*$/);
  });

  it('finds all of a secret that is longer than any part', () => {
    const long = Array.from({ length: 2000 }, (_, index) => `part-${index}`).join('/');
    const shown = registered(long).text(`<${long}>`);
    expect(shown).toMatch(/^<\*+(?:.{0,20})>$/);
  });

  it('leaves short ones and everything else as they are', () => {
    const shown = registered('seven77', secret);
    const text = `seven77 ${secret.slice(0, -1)} ${secret.slice(1)} categories/timestamps`;
    expect(shown.text(text)).toBe(text);
  });

  it('forgets old ones when newer ones come, and holds no more than twice two thousand', () => {
    const register = new SecretRegister();
    for (let number = 0; number < 5000; number += 1) register.add(`secret-number-${number}`);
    const shown = redactorOf(register);
    expect(shown.text('secret-number-0')).toBe('secret-number-0');
    expect(shown.text('secret-number-4999 secret-number-2952')).toBe('*** ***');
  });

  it('masks what was read before a secret was known, once it is', () => {
    const register = new SecretRegister();
    const shown = redactorOf(register);
    register.add('first-secret');
    expect(shown.text(secret)).toBe(secret);
    register.add(secret);
    expect(shown.text(secret)).toBe('***');
  });

  it('has no secret in it', () => {
    const register = new SecretRegister();
    register.add(secret);
    const held = JSON.stringify(register, (_, value: unknown) =>
      value instanceof Map || value instanceof Set ? [...value] : value,
    );
    expect(new SecretSearch({ secret }).in('the register', held)).toEqual([]);
  });
});
