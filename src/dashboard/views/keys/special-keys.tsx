import { CopyButton } from '../../parts/copy-button.js';

const special = [
  {
    key: 'dk_test_NAME',
    example: 'dk_test_demo',
    meaning: 'Valid for everything. NAME is its sandbox, created on first use.',
  },
  {
    key: 'dk_test_NAME~SCENARIO',
    example: 'dk_test_demo~flaky',
    meaning: 'The same sandbox with that scenario forced, for clients that can set only the key.',
  },
  { key: 'dk_expired_NAME', example: 'dk_expired_demo', meaning: 'Gets 401, like an expired key.' },
  {
    key: 'dk_limited_NAME',
    example: 'dk_limited_demo',
    meaning: 'Has few scopes; gets 403 where an operation needs another.',
  },
] as const;

/** @param sandbox whose keys are copied; empty for an example */
export function SpecialKeys({ sandbox }: { sandbox: string }) {
  const named = (example: string): string => (sandbox === '' ? example : example.replace('demo', sandbox));
  return (
    <section class="panel" aria-labelledby="special">
      <div class="panel-head">
        <h2 id="special">Keys that say what they are</h2>
        <p>No secrets, nothing to set up. NAME is 1 to 64 of A-Z a-z 0-9 . _ -</p>
      </div>
      <ul class="scenarios">
        {special.map(({ key, example, meaning }) => (
          <li key={key} class="scenario">
            <code class="scenario-name">{key}</code>
            <p class="scenario-text">{meaning}</p>
            <CopyButton text={named(example)} label="Copy" hint={`Copy ${named(example)}`} plain />
          </li>
        ))}
      </ul>
    </section>
  );
}
