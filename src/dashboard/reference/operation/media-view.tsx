import { useMemo, useState } from 'preact/hooks';
import { BodyView } from '../../parts/body/body-view.js';
import { Select } from '../../parts/fields.js';
import { visibleText } from '../../parts/text.js';
import { bodyOf } from '../../views/exchange/send-request.js';
import { fieldsOf, type Fields } from '../document/fields.js';
import { examplesOf, textOfExample } from '../document/read-document.js';
import { SchemaView } from './schema-view.js';

interface MediaViewProps {
  readonly root: Fields;
  readonly content: unknown;
  readonly label: string;
  /** The name of a field to unfold and mark; empty for none. */
  readonly wanted: string;
}

/** A body by its media types: schema and examples of each. */
export function MediaView({ root, content, label, wanted }: MediaViewProps) {
  const types = Object.entries(fieldsOf(content));
  if (types.length === 0) return <p class="hint">No body.</p>;
  return (
    <>
      {types.map(([type, media]) => (
        <div key={type} class="media">
          <p class="hint mono">{visibleText(type)}</p>
          <SchemaView root={root} schema={fieldsOf(media).schema} wanted={wanted} />
          <ExampleView root={root} media={fieldsOf(media)} label={`${label}, ${type}`} />
        </div>
      ))}
    </>
  );
}

function ExampleView({ root, media, label }: { root: Fields; media: Fields; label: string }) {
  const examples = useMemo(() => examplesOf(root, media), [root, media]);
  const [chosen, setChosen] = useState(0);
  const example = examples[chosen];
  const body = useMemo(() => bodyOf(textOfExample(example?.value)), [example]);
  if (!example) return null;
  return (
    <div class="example">
      {examples.length > 1 ? (
        <Select
          label={`Example of ${label}`}
          value={String(chosen)}
          options={examples.map(({ name }, index) => ({ value: String(index), label: visibleText(name) }))}
          onChange={(index) => setChosen(Number(index))}
        />
      ) : null}
      <BodyView body={body} label={`Example: ${label}`} />
    </div>
  );
}
