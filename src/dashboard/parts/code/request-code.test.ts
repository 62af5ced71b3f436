import { describe, expect, it } from '@jest/globals';
import { curlCommand } from './request-code.js';

describe('curlCommand', () => {
  it('has only the options that differ from the defaults of curl', () => {
    expect(curlCommand({ method: 'GET', url: 'http://mock/a', headers: [], body: undefined })).toBe(
      'curl http://mock/a',
    );
    expect(
      curlCommand({
        method: 'POST',
        url: 'http://mock/a?b=c&d',
        headers: [['X-A', 'b c']],
        body: '{"a": 1}',
      }),
    ).toBe(`curl -X POST 'http://mock/a?b=c&d' \\\n  -H 'X-A: b c' \\\n  --data-binary '{"a": 1}'`);
  });
});
