import { useState } from 'preact/hooks';
import { isRefused, keepToken } from '../control/token.js';
import { Brand } from './brand.js';
import { Form, Submit, TextField } from '../parts/fields.js';

/** Asks for the control token. Shown when there is none, and when the mock has refused it. */
export function TokenGate() {
  const [typed, setTyped] = useState('');
  const refused = isRefused.value;
  return (
    <main class="gate">
      <Form
        kind="stack"
        onSend={() => {
          const given = tokenOf(typed);
          if (given !== '') keepToken(given);
        }}
      >
        <Brand />
        <h1>{refused ? 'The mock has refused this token' : 'Enter the control token'}</h1>
        <p>
          {refused
            ? 'A restarted mock has a new token, unless it was started with --control-token.'
            : 'This page controls the mock, so it needs the control token.'}{' '}
          The terminal shows it in the page’s address when the mock starts, unless it was chosen with
          --control-token.
        </p>
        <TextField
          label="Control token, or the whole address"
          {...{ mono: true, type: 'password', autoComplete: 'off', value: typed, onChange: setTyped }}
        />
        <Submit disabled={tokenOf(typed) === ''}>Open</Submit>
        <p class="hint">
          It is sent to this mock only, and kept in open tabs of this page until they are closed.
        </p>
      </Form>
    </main>
  );
}

/** The token, also from the whole address in the start line. */
function tokenOf(typed: string): string {
  return (/#token=([^&\s]+)/.exec(typed)?.[1] ?? typed).trim();
}
