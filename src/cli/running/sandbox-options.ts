import type { MockClient, Sandbox } from '../../client/index.js';
import { textForm } from '../../options/forms/form.js';
import type { OptionTable } from '../../options/option.js';
import { UsageError, type GivenFlags } from '../flags.js';

const name = textForm('1 to 64 of A-Z a-z 0-9 . _ -', (text) =>
  /^[A-Za-z0-9._-]{1,64}$/.test(text) ? text : undefined,
);

/** The flags that say whom a command is about. */
export const sandboxOptions = {
  sandbox: { value: 'NAME', help: 'only this sandbox', form: name, noEnv: true },
  everyone: { help: 'all sandboxes, which is the default', noEnv: true },
} as const satisfies OptionTable;

/** The sandbox that the flags name; undefined for everyone. @throws UsageError where they name both */
export function oneSandbox(mock: MockClient, given: GivenFlags): Sandbox | undefined {
  const sandbox = given.text('sandbox');
  if (sandbox !== undefined && given.has('everyone'))
    throw new UsageError('--sandbox and --everyone exclude each other; give one of them.');
  return sandbox === undefined ? undefined : mock.sandbox(sandbox);
}
