import { describe, expect, it } from 'vitest';
import { namesAnother, namesField, pointsElsewhere } from './names-field.js';

const problem = (pointer: string, value?: unknown) => ({ pointer, field: pointer, text: '', value });

describe('namesField', () => {
  it.each([
    ['/sender/zip_code', 'sender.zip_code is required'],
    ['/sender/zip_code', 'The sender zip code field is required.'],
    ['/sender/zip_code', '"senderZipCode" must be text'],
    ['/sender/zip_code', '/sender/zip-code: expected string'],
    ['/sender/zip_code', 'Invalid ZIP'],
    ['/sender/country_code', 'unknown country'],
    ['/box_dimension/0/weight', 'box_dimension.0.weight must be a number'],
    ['/box_dimension/0/items', 'an item is missing'],
  ])('finds %s named by %j', (pointer, text) => {
    expect(namesField([text], problem(pointer))).toBe(true);
  });

  it.each([
    ['/sender/zip_code', 'sender is invalid'],
    ['/sender/zip_code', 'The given data was invalid.'],
    ['/sender/zip_code', 'unknown code'],
    ['/weight', 'Bad Request'],
  ])('does not find %s named by %j', (pointer, text) => {
    expect(namesField([text], problem(pointer))).toBe(false);
  });

  it.each([
    [-1.5, '-1.5 is not valid here', true],
    [0, 'got 0', true],
    [0, 'error 500', false],
    ['heavy', '"heavy" is no number', true],
    ['"?"', '"\\"?\\"" is not valid here', true],
    ['', '"" is empty', true],
    ['', 'something is wrong', false],
    [null, 'null is not allowed', true],
    [[1], '1 is wrong', false],
  ])('looks for the value %j in %j: %j', (value, text, expected) => {
    expect(namesField([text], problem('/weight', value))).toBe(expected);
  });
});

describe('pointsElsewhere', () => {
  it.each([
    ['box_dimension[2].weight is missing', false],
    ['box_dimension.2.weight is missing', false],
    ['/box_dimension/2/weight is missing', false],
    ['Box dimension: weight is missing', false],
    ['box_dimension[3].weight is missing', false],
    ['box_dimension[0].weight is missing', true],
    ['box_dimension.0.weight is missing', true],
  ])('takes %j for another element than box_dimension[2]: %j', (text, elsewhere) => {
    expect(pointsElsewhere([text], problem('/box_dimension/2/weight'))).toBe(elsewhere);
  });
});

describe('namesAnother', () => {
  const fields = [
    'sender',
    'receiver',
    'city',
    'state',
    'state_short_code',
    'weight',
    'weight_unit',
    'box_dimension',
    'items',
    'name',
  ];

  it.each([
    ['/receiver/city', 'sender.city is required', true],
    ['/receiver/city', 'receiver.city is required', false],
    ['/receiver/city', 'city is required', false],
    ['/receiver', 'receiver.city is required', false],
    ['/receiver/state_short_code', 'The receiver.state short code field is required.', false],
    ['/receiver/state_short_code', 'The receiver.state field is required.', true],
    ['/receiver/state_short_code', 'The sender.state short code field is required.', true],
    ['/receiver/state', 'receiver.state_short_code is required', true],
    ['/box_dimension/0/items/1/name', 'items[1].name is required', false],
    ['/box_dimension/0/items/1/name', 'box_dimension.0.items is wrong', false],
    ['/box_dimension/0/weight', 'weight must be above 0', false],
    ['/weight', 'weight_unit must be a number, got "x"', true],
    ['/weight', 'weight must be a number (weight_unit is LBS)', false],
    ['/weight', 'body.weight must be a number', false],
    ['/weight', 'invalid package weight', false],
    ['', 'weight_unit is wrong', false],
  ])('of a problem at %j in %j: %p', (pointer, text, expected) => {
    expect(namesAnother([text], problem(pointer, 'x'), fields)).toBe(expected);
  });

  it('takes a text about another field beside one about the problem for another problem', () => {
    const texts = ['weight must be a number', 'sender.city is required'];
    expect(namesAnother(texts, problem('/weight', 'x'), fields)).toBe(false);
  });
});
