import { Button } from '../../../parts/controls.js';
import { parsedJson } from '../../../parts/text.js';
import { Select, Input, optionsOf } from '../../../parts/fields.js';
import { CloseIcon } from '../../../shell/icons.js';
import type { EffectFields } from './scenario-draft.js';

type Patches = NonNullable<EffectFields['patch']>;
type Patch = Patches[number];

const kinds = ['set', 'remove', 'append'] as const;
type Kind = (typeof kinds)[number];

/** Changes of the JSON body, in their order; those that the form has no fields for are shown as they are. */
export function PatchForm({ patches, onChange }: { patches: Patches; onChange: (patches: Patch[]) => void }) {
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
  const kind = kinds.find((one) => patch[one] !== undefined);
  if (kind === undefined) return <code class="patch-raw">{JSON.stringify(patch)}</code>;
  const pointer = patch[kind] ?? '';
  const value: unknown = patch.value;
  const make = (next: Kind, at: string, given: unknown): Patch =>
    next === 'remove' ? { remove: at } : { [next]: at, value: given ?? '' };
  return (
    <>
      <Select
        label={`Kind of change ${number}`}
        value={kind}
        options={optionsOf(kinds)}
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
