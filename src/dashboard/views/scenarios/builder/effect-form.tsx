import type { ComponentChildren } from 'preact';
import { faultKinds } from '../../../../scenarios/faults/registry.js';
import { Button } from '../../../parts/controls.js';
import { Choice, Input, JsonField, Select, TextField, optionsOf } from '../../../parts/fields.js';
import { parsedJson } from '../../../parts/text.js';
import { CloseIcon } from '../../../shell/icons.js';
import { defined, type Changes, type EffectFields } from './scenario-draft.js';

const kinds = [
  { value: 'real', label: 'The real response' },
  { value: 'answer', label: 'Another response' },
  { value: 'quota', label: 'A spent quota (429)' },
  { value: 'fault', label: 'A broken connection' },
] as const;

type Kind = (typeof kinds)[number]['value'];

const statuses = [200, 201, 400, 401, 403, 404, 409, 429, 500, 502, 503];

interface EffectFormProps {
  readonly effect: EffectFields;
  readonly onChange: (effect: EffectFields) => void;
  /** Fields before its own, in the same line. */
  readonly children?: ComponentChildren;
}

export function EffectForm(props: EffectFormProps) {
  const { effect, onChange, children } = props;
  const { answer, fault, delay, patch } = effect;
  const kind = kindOf(effect);
  const change = (part: Changes<EffectFields>): void => onChange(defined({ ...effect, ...part }));
  const changeAnswer = (part: Changes<Answer>): void =>
    change({ answer: defined<Answer>({ status: 500, ...answer, ...part }) });
  return (
    <div class="stack">
      <div class="form-grid">
        {children}
        <Choice
          label="It sends"
          value={kind}
          options={kinds}
          onChange={(next) => onChange(ofKind(next, effect))}
        />
        {answer ? (
          <Choice
            label="Status"
            value={String(answer.status)}
            options={optionsOf([...new Set([...statuses, answer.status])].map(String))}
            onChange={(status) => changeAnswer({ status: Number(status) })}
          />
        ) : null}
        {fault === undefined ? null : (
          <Choice
            label="Fault"
            value={typeof fault === 'string' ? fault : fault.kind}
            options={faultKinds.map(({ kind: value, label }) => ({ value, label }))}
            onChange={(next) => change({ fault: next })}
          />
        )}
        {typeof delay === 'object' ? null : (
          <TextField
            label="Delay"
            value={delay ?? ''}
            mono
            placeholder="none; 800ms, 2s, 200ms..2s"
            onChange={(next) => change({ delay: next.trim() || undefined })}
          />
        )}
      </div>
      {answer ? (
        <>
          <TextField
            label="Message (without it the document's own)"
            value={answer.message ?? ''}
            onChange={(message) => changeAnswer({ message: message || undefined })}
          />
          <JsonField
            label="Body, JSON (without it the document's example)"
            rows={answer.body === undefined ? 2 : 8}
            value={answer.body}
            onChange={(body) => changeAnswer({ body })}
          />
        </>
      ) : null}
      {kind === 'fault' || kind === 'quota' ? null : (
        <PatchForm
          patches={patch ?? []}
          onChange={(next) => change({ patch: next.length > 0 ? next : undefined })}
        />
      )}
    </div>
  );
}

function kindOf({ answer, quota, fault }: EffectFields): Kind {
  if (fault !== undefined) return 'fault';
  if (quota !== undefined) return 'quota';
  return answer ? 'answer' : 'real';
}

/** The same delay, with another kind of response. */
function ofKind(kind: Kind, { delay, patch, answer }: EffectFields): EffectFields {
  if (kind === 'answer') return defined({ delay, answer: answer ?? { status: 500 }, patch });
  if (kind === 'quota') return defined({ delay, quota: 'spent' });
  if (kind === 'fault') return defined({ delay, answer, fault: 'reset' });
  return defined({ delay, patch });
}

type Answer = NonNullable<EffectFields['answer']>;

type Patches = NonNullable<EffectFields['patch']>;
type Patch = Patches[number];

const patchKinds = ['set', 'remove', 'append'] as const;
type PatchKind = (typeof patchKinds)[number];

/** Changes of the JSON body, in their order; those that the form has no fields for are shown as they are. */
function PatchForm({ patches, onChange }: { patches: Patches; onChange: (patches: Patch[]) => void }) {
  return (
    <fieldset class="field">
      <legend>Changes of the body</legend>
      {patches.map((patch, index) => (
        <div key={index} class="patch-row">
          <PatchFields
            patch={patch}
            number={index + 1}
            onChange={(next) => onChange(patches.with(index, next))}
          />
          <Button
            kind="plain"
            aria-label={`Remove change ${index + 1}`}
            onClick={() => onChange(patches.toSpliced(index, 1))}
          >
            <CloseIcon />
          </Button>
        </div>
      ))}
      <div class="acts">
        <Button kind="small" onClick={() => onChange([...patches, { set: '/message', value: '' }])}>
          Add a change
        </Button>
      </div>
    </fieldset>
  );
}

function PatchFields(props: { patch: Patch; number: number; onChange: (patch: Patch) => void }) {
  const { patch, number, onChange } = props;
  const kind = patchKinds.find((one) => patch[one] !== undefined);
  if (kind === undefined) return <code class="patch-raw">{JSON.stringify(patch)}</code>;
  const pointer = patch[kind] ?? '';
  const value: unknown = patch.value;
  const make = (next: PatchKind, at: string, given: unknown): Patch =>
    next === 'remove' ? { remove: at } : { [next]: at, value: given ?? '' };
  return (
    <>
      <Select
        label={`Kind of change ${number}`}
        value={kind}
        options={optionsOf(patchKinds)}
        onChange={(next) => onChange(make(next, pointer, value))}
      />
      <Input
        mono
        aria-label={`Place of change ${number}, a JSON pointer`}
        value={pointer}
        onChange={(at) => onChange(make(kind, at, value))}
      />
      {kind === 'remove' ? (
        <span />
      ) : (
        <Input
          mono
          aria-label={`Value of change ${number}, JSON or text`}
          value={typeof value === 'string' ? value : JSON.stringify(value)}
          onChange={(text) => onChange(make(kind, pointer, valueOf(text)))}
        />
      )}
    </>
  );
}

/** JSON where it is some, else the text itself. */
function valueOf(text: string): unknown {
  const json = parsedJson(text);
  return json === undefined ? text : json;
}
