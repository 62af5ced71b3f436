import { Button } from '../../../parts/controls.js';
import { useState } from 'preact/hooks';
import { Check, Form, Submit, TextField } from '../../../parts/fields.js';
import { outcomes } from '../report/outcomes.js';
import { startRun, stopRun } from './verify-run.js';
import type { VerifyRun } from '../../../control/control-types.js';
import { count, counted, visibleText } from '../../../parts/text.js';

const keyFields = [
  ['key', 'Valid key'],
  ['expiredKey', 'Expired key'],
  ['limitedKey', 'Key with few permissions'],
] as const;

/** Asks which server to check. Keys go to the mock for this run alone, and are kept nowhere. */
export function RunForm({ address }: { address: string }) {
  const [url, setUrl] = useState(address);
  const [only, setOnly] = useState('');
  const [allowWrites, setAllowWrites] = useState(false);
  const [keys, setKeys] = useState({ key: '', expiredKey: '', limitedKey: '' });
  const given = Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== ''));
  return (
    <Form
      kind="panel"
      label="Run the suite"
      onSend={() =>
        void startRun({ url: url.trim(), ...given, ...(only === '' ? {} : { only }), allowWrites })
      }
    >
      <div class="panel-head">
        <h2>Run the suite</h2>
        <p>Servers of this machine; others with --allow-verify HOST.</p>
      </div>
      <div class="panel-body stack">
        <TextField label="Base URL" mono type="url" required value={url} onChange={setUrl} />
        <div class="form-grid">
          {keyFields.map(([name, label]) => (
            <TextField
              key={name}
              {...{ label, mono: true, type: 'password', autoComplete: 'off', value: keys[name] }}
              onChange={(key) => setKeys({ ...keys, [name]: key })}
            />
          ))}
          <TextField
            label="Only"
            mono
            placeholder="all rules; or envelope/**"
            value={only}
            onChange={setOnly}
          />
        </div>
        <div class="acts">
          <Submit>Run the suite</Submit>
          <span class="checks">
            <Check
              label="Also send requests that may change data"
              value={allowWrites}
              onChange={setAllowWrites}
            />
          </span>
        </div>
      </div>
    </Form>
  );
}

export function RunProgress({ run }: { run: VerifyRun }) {
  const { target, state, done, total, brokenRules } = run;
  return (
    <section class="panel" aria-label="Run progress">
      <div class="panel-head">
        <h2>{state === 'stopping' ? 'Stopping' : 'Running'}</h2>
        <Button disabled={state === 'stopping'} onClick={() => void stopRun()}>
          Stop
        </Button>
      </div>
      <div class="panel-body stack">
        <p class="mono">{visibleText(target)}</p>
        <progress aria-label="Cases" value={done} max={Math.max(1, total)} />
        <div class="acts" role="status">
          <span>{total === 0 ? 'Planning' : `${count(done)} of ${counted(total, 'case')}`}</span>
          {total === 0
            ? null
            : outcomes.map(({ name, label, tone }) => (
                <span key={name} class={`badge ${run[name] === 0 ? '' : tone}`}>
                  {count(run[name])} {label}
                </span>
              ))}
        </div>
        {brokenRules.length === 0 ? null : (
          <ol class="rule-index" aria-label="Rules broken so far">
            {brokenRules.map(({ rule, title, level, cases }) => (
              <li key={rule}>
                <span>{visibleText(title)}</span>
                <span class="hint mono">{visibleText(rule)}</span>
                <span class="hint num">{counted(cases, 'case')}</span>
                <span class={`badge ${level === 'MUST' ? 'bad' : 'warn'}`}>{level}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
