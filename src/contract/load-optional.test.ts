import { expect, it } from 'vitest';
import { loadOptional } from './load-optional.js';
import { OptionError } from './option-error.js';

const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from here`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

it('loadOptional gives what was loaded', async () => {
  expect(await loadOptional('The option redis', 'a-package', () => Promise.resolve(1))).toBe(1);
});

it('loadOptional says which package is missing and how to install it', async () => {
  const loading = loadOptional('The option redis', 'a-package', () => Promise.reject(notFound('a-package')));
  await expect(loading).rejects.toThrow(OptionError);
  await expect(loading).rejects.toThrow(
    /^The option redis needs the package a-package, .*`npm install a-package`\.$/,
  );
});

it.each([
  ['the absence of another package', notFound('another')],
  ['an error of the package itself', new Error("'a-package' is broken")],
])('loadOptional passes on %s', async (_what, error) => {
  await expect(loadOptional('The option redis', 'a-package', () => Promise.reject(error))).rejects.toBe(
    error,
  );
});
