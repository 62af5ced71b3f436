import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { library } from '../../testing/library/library-service.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { loadScenarios } from './load-scenarios.js';

const contract = await loadShippingContract();
const libraryContract = await loadContract(library.document);

/** Loads a folder with one file. */
function load(text: string, of = contract) {
  return loadScenarios(dirname(temporaryFile('x.yaml', text)), of);
}

/** Problems of a file that begins with title and advice on lines 1 and 2, as `line: text`. */
function refusals(lines: string, of = contract): string[] {
  const { scenarios, problems } = load(`title: T\nadvice: A\n${lines}`, of);
  expect(scenarios.size).toBe(problems.length === 0 ? 1 : 0);
  return problems.map(({ line, text }) => `${line}: ${text}`);
}

describe('a file that is refused says where and why', () => {
  it.each([
    ['an unknown key', 'delay: 1s\ndelya: 2s', ['4: delya is not a known field; did you mean delay?']],
    [
      'one operation as a text',
      'operations: getOrder\ndelay: 1s',
      ['3: operations must be all, or a list of operationIds, got "getOrder".'],
    ],
    [
      'a status that an operation does not document',
      'operations: [getOrder]\nanswer:\n  status: 418',
      [
        '4: answer has status 418, which the document does not have for getOrder (it has 200, 400, 401, 403, 404, 405, 429, 500).',
      ],
    ],
    [
      'a status that no operation documents',
      'answer:\n  status: 505',
      [
        '3: answer has status 505, which the document does not have for listCategories (it has 200, 400, 401, 403, 404, 405, 429, 500).',
      ],
    ],
    [
      'steps whose answers no operation has both of',
      'steps:\n  - answer: {status: 201}\n  - answer: {status: 200, example: found}',
      [
        '5: steps[1].answer has status 200, which the document does not have for createOrder (it has 201, 400, 401, 403, 404, 405, 413, 415, 429, 500).',
      ],
    ],
    ['a status as text', 'answer:\n  status: "404"', ['4: answer.status must be an integer, got "404".']],
    [
      'no status',
      'answer:\n  message: no',
      ['3: answer.status is required and must be an integer, got nothing.'],
    ],
    [
      'an unknown example',
      'operations: [getOrder]\nanswer:\n  status: 404\n  example: unknown_number',
      [
        '4: answer has example unknown_number, which the document does not have for 404 of getOrder; did you mean unknown_tracking_number?',
      ],
    ],
    [
      'an envelope that the document refuses',
      'operations: [getOrder]\nanswer:\n  status: 404\n  body: {status: true, message: "", data: [], errors: [x], response_code: "404"}',
      [
        "4: answer breaks the document's 404 of getOrder (status must be false, got true); if that is meant, say breaksContract: true.",
      ],
    ],
    [
      'a patch that breaks a forced answer',
      'answer: {status: 500}\npatch:\n  - set: /data\n    value: null',
      [
        "3: answer breaks the document's 500 of listCategories (data must be an array, got null); if that is meant, say breaksContract: true.",
      ],
    ],
    [
      'a patch that breaks real answers',
      'operations: [listCategories]\npatch:\n  - remove: /data/*/name',
      [
        "4: patch makes an answer that breaks the document's 200 of listCategories (data[0].name is required and must be a string, got nothing); if that is meant, say breaksContract: true.",
      ],
    ],
    [
      'a patch that leads nowhere',
      'operations: [listCategories]\npatch:\n  - remove: /data/*/nmae',
      ['5: patch[0].remove leads nowhere: no answer of listCategories has /data/*/nmae.'],
    ],
    [
      'a patch of an error that an error has not',
      'answer: {status: 404}\npatch:\n  - remove: /mesage',
      [expect.stringContaining('patch[0].remove leads nowhere')],
    ],
    [
      'a text that is no JSON',
      'operations: [getOrder]\nanswer: {status: 500, text: no, contentType: text/html}',
      [
        "4: answer has type text/html, which is not in the document's 500 of getOrder; if that is meant, say breaksContract: true.",
      ],
    ],
    [
      'message beside example',
      'answer: {status: 401, example: expired_key, message: no}',
      ['3: answer must not have both example and message or errors.'],
    ],
    [
      'a message for a success',
      'operations: [listCategories]\nanswer: {status: 200, message: fine}',
      ['4: answer must not have message or errors with 200, which is no error; patch it.'],
    ],
    [
      'a framing header',
      'headers:\n  set:\n    Content-Length: "3"',
      ["3: headers can't change Content-Length, which frames the message; use a fault."],
    ],
    [
      'a header on two lines',
      'headers:\n  set:\n    X-A: "a\\r\\nX-B: b"',
      [
        '5: headers.set.X-A must be text in printable ASCII, in quotes where it looks like a number, got "a\\r\\nX-B: b".',
      ],
    ],
    [
      'nothing that happens',
      'operations: all',
      [
        '1: the file must say what happens, by answer, patch, headers, delay, quota, fault, callbacks or steps.',
      ],
    ],
    [
      'effects beside steps',
      'delay: 1s\nsteps:\n  - delay: 2s',
      ["3: delay can't stand beside steps; put it into a step."],
    ],
    ['when beside steps', 'when: {first: 2}\nsteps:\n  - delay: 2s', ["3: when can't stand beside steps."]],
    ['only normal steps', 'steps:\n  - normal', ['3: steps must have one that is not normal.']],
    [
      'a step by another name',
      'steps:\n  - delay: 1s\n  - norml',
      ['5: steps[1] must be normal, or an object that says what happens, got "norml".'],
    ],
    ['an end without steps', 'atEnd: loop\ndelay: 1s', [expect.stringMatching(/^1: .*steps.*atEnd/)]],
    [
      'two times at once',
      'delay: 1s\nwhen:\n  first: 2\n  every: 3',
      ['4: when must have at most one field, got an object.'],
    ],
    [
      'a certain chance of nothing',
      'delay: 1s\nwhen:\n  probability: 0',
      ['5: when.probability must be greater than 0, got 0.'],
    ],
    [
      'a wait without a unit',
      'delay: soon',
      [
        '3: delay must be a duration such as 300ms or 2s, a range such as 200ms..2s, or {median, sigma, max}, got "soon".',
      ],
    ],
    ['a wait that is too long', 'delay: 700s', ['3: delay must not be longer than 600s.']],
    ['a range the wrong way', 'delay: 2s..1s', ['3: delay must go from the shorter wait to the longer.']],
    [
      'a median above the maximum',
      'delay:\n  median: 2s\n  sigma: 1\n  max: 1s',
      ['4: delay.median must not be above max.'],
    ],
    [
      'an unknown fault',
      'fault: rest',
      [expect.stringMatching(/^3: fault must be one of "reset", "close", .*, got "rest"\.$/)],
    ],
    [
      "another fault's option",
      'fault:\n  kind: reset\n  keep: 0.5',
      ['4: fault.kind must be "truncated-body", got "reset".'],
    ],
    [
      'an answer and a spent quota',
      'answer: {status: 429}\nquota: spent',
      ["4: quota can't stand beside answer: it is an answer itself, the document's 429."],
    ],
    [
      'a patch with two actions',
      'patch:\n  - set: /message\n    value: a\n    remove: /data',
      [
        '4: patch[0] must have exactly one of set, remove, append, repeat, limit, convert, rename, got set, value, remove.',
      ],
    ],
    [
      'a patch with a stray field',
      'patch:\n  - limit: /data\n    length: 1\n    unique: [id]',
      ['6: patch[0].unique means nothing for limit.'],
    ],
    [
      'a pointer without a slash',
      'patch:\n  - remove: data',
      ['4: patch[0].remove must be a JSON pointer such as /data or /data/*/id, got "data".'],
    ],
    [
      'a pattern that is none',
      'delay: 1s\nmatch:\n  headers:\n    X-A:\n      pattern: "("',
      [expect.stringMatching(/^7: pattern is not a regular expression: /)],
    ],
    [
      'two conditions in one',
      'delay: 1s\nmatch:\n  body:\n    /weight: {equals: 5, exists: true}',
      ['6: match.body["/weight"] must have at most one field, got an object.'],
    ],
    [
      'a key given twice',
      'delay: 1s\ndelay: 2s',
      [expect.stringMatching(/^4: not valid YAML: Map keys must be unique/)],
    ],
    ['no YAML', 'delay: [', [expect.stringMatching(/^\d: not valid YAML or JSON: /)]],
  ])('%s', (_what, lines, expected) => {
    expect(refusals(lines)).toEqual(expected);
  });

  it.each([
    [
      'an unknown operation',
      'operations:\n  - lendBook\n  - lendBok\ndelay: 1s',
      ['5: operations[1]: the document has no operation "lendBok"; did you mean lendBook?'],
    ],
    [
      'an operation like no other',
      'operations: [zzzzzzzzzzzzzzzzzzzzzzzz]\ndelay: 1s',
      [
        '3: operations[0]: the document has no operation "zzzzzzzzzzzzzzzzzzzzzzzz"; it has searchBooks, lendBook, getLoan, giveBack.',
      ],
    ],
    [
      'patches below a text, of a field that an object has not, and into an array by a name',
      'breaksContract: true\npatch:\n  - set: /found/deep/x\n    value: 1\n  - limit: /boks\n    length: 1\n  - convert: /books/first\n    type: string',
      [
        '5: patch[0].set leads nowhere: no answer of searchBooks and 3 more operations has /found/deep/x.',
        '7: patch[1].limit leads nowhere: no answer of searchBooks and 3 more operations has /boks.',
        '9: patch[2].convert leads nowhere: no answer of searchBooks and 3 more operations has /books/first.',
      ],
    ],
  ])('%s, in a document of few operations', (_what, lines, expected) => {
    expect(refusals(lines, libraryContract)).toEqual(expected);
  });

  it.each([
    ['title: T', ['1: advice is required and must be a string, got nothing.']],
    ['', ['1: the file must be an object, got null.']],
    ['- a', ['1: the file must be an object, got an array of 1.']],
  ])('%j', (text, expected) => {
    expect(load(text).problems.map(({ line, text: problem }) => `${line}: ${problem}`)).toEqual(expected);
  });
});
