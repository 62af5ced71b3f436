import { useState } from 'preact/hooks';
import { control, messageOf } from '../../../control/control-api.js';
import type { Schemas } from '../../../control/control-types.js';
import { Button, FilePicker } from '../../../parts/controls.js';
import { useLatest } from '../../../parts/hooks.js';
import { Panel, Trouble } from '../../../parts/layout.js';
import { counted, instant, visibleText } from '../../../parts/text.js';
import { CountedList } from '../report/change-view.js';

type Comparison = Schemas['Comparison'];
type Change = Comparison['changes'][number];

/** Bytes of a document that the control API takes. */
const maxBytes = 250_000;
/** Harmless changes that are listed; the command has them all. */
const maxHarmless = 200;

/** The served document beside another version: what breaks the clients whose requests are in the journal. */
export function ComparePanel() {
  const [comparison, setComparison] = useState<Comparison & { readonly name: string }>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const begin = useLatest();
  const compare = async (file: File | undefined) => {
    if (!file) return;
    const isLatest = begin();
    setBusy(true);
    setError(undefined);
    try {
      if (file.size > maxBytes)
        throw new Error(
          `The file is too large for the page. Run: npx drydock-kit diff OLD ${file.name} --met ${location.origin}`,
        );
      const came = await control.compare(await file.text());
      if (isLatest()) setComparison({ ...came, name: file.name });
    } catch (cause) {
      if (isLatest()) setError(messageOf(cause));
    } finally {
      if (isLatest()) setBusy(false);
    }
  };
  const head = (
    <div class="acts">
      {isBusy ? <span role="status">Comparing …</span> : null}
      <FilePicker
        label={comparison ? 'Compare with another' : 'Choose a document'}
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onFile={compare}
      />
      {comparison ? (
        <Button kind="plain" onClick={() => setComparison(undefined)}>
          Close
        </Button>
      ) : null}
    </div>
  );
  return (
    <Panel id="compare" title="Compare with another version" head={head}>
      <div class="panel-body stack">
        <Trouble text={error} />
        {comparison ? (
          <Changes {...comparison} />
        ) : (
          <p>
            What would change for clients, and which requests in the journal meet it. Nothing is sent
            anywhere.
          </p>
        )}
      </div>
    </Panel>
  );
}

function Changes({ name, verdict, changes, traffic, notices }: Comparison & { readonly name: string }) {
  const breaking = changes.filter(({ effect }) => effect === 'breaking');
  const met = breaking.filter((change) => (change.met?.exchanges ?? 0) > 0);
  const onPaper = breaking.filter((change) => !met.includes(change));
  const harmless = changes.filter(({ effect }) => effect === 'harmless');
  return (
    <>
      <p role="status">
        <strong>{visibleText(name)}</strong>: {visibleText(verdict)}
      </p>
      {notices.map((notice) => (
        <p class="hint" key={notice}>
          {visibleText(notice)}
        </p>
      ))}
      <ChangeList
        title="Breaking, and met by recorded clients"
        tone="bad"
        changes={met}
        all={traffic?.clients.length ?? 0}
      />
      <ChangeList title="Breaking on paper" tone="warn" changes={onPaper} />
      {traffic && traffic.refused.length > 0 ? <Refused requests={traffic.refused} /> : null}
      {harmless.length > 0 ? (
        <details>
          <summary>{counted(harmless.length, 'harmless change')}</summary>
          <ChangeList title="Harmless" tone="good" changes={harmless.slice(0, maxHarmless)} />
        </details>
      ) : null}
    </>
  );
}

interface ChangeListProps {
  readonly title: string;
  readonly tone: string;
  readonly changes: readonly Change[];
  /** Clients in the traffic. */
  readonly all?: number;
}

function ChangeList({ title, tone, changes, all = 0 }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <CountedList title={title} tone={tone} count={counted(changes.length, 'change')}>
      {changes.map((change) => (
        <li key={change.id}>
          <span class="mono">{visibleText(operationOf(change))}</span> {visibleText(change.text)}{' '}
          {change.certainty === 'likely' && change.effect === 'breaking' ? (
            <span class="hint">likely to break</span>
          ) : null}
          <Met met={change.met} all={all} />
        </li>
      ))}
    </CountedList>
  );
}

function operationOf({ at }: Change): string {
  const names = at.map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`);
  const [first = '', ...others] = new Set(names);
  return others.length === 0 ? first : `${first} and ${counted(others.length, 'more operation')}`;
}

function Met({ met, all }: { met: Change['met']; all: number }) {
  if (met === null || met.exchanges === 0) return null;
  const first = met.first === null ? '' : `, first at ${instant(met.first)}`;
  return (
    <p class="hint">
      Met by {met.clients.length} of {all === 1 ? '1 sandbox' : `${all} sandboxes`} in{' '}
      {counted(met.exchanges, 'exchange')}
      {first}, such as {visibleText(met.example)}
    </p>
  );
}

function Refused({ requests }: { requests: NonNullable<Comparison['traffic']>['refused'] }) {
  return (
    <CountedList
      title="Recorded requests that it refuses"
      tone="bad"
      count={counted(requests.length, 'reason')}
    >
      {requests.map(({ operation, problem, exchanges, example }) => (
        <li key={`${operation} ${problem}`}>
          <span class="mono">{visibleText(operation)}</span> {visibleText(problem)}{' '}
          <span class="hint">
            {counted(exchanges, 'request')}, such as {visibleText(example)}
          </span>
        </li>
      ))}
    </CountedList>
  );
}
