import { useState } from 'preact/hooks';
import { visibleText } from '../../parts/text.js';
import { resolve, textOf, type Fields } from '../document/fields.js';
import { namesInContent } from '../document/read-document.js';
import { boundsOf, partsOf, typeText, type SchemaPart } from '../document/schema-text.js';
import { Prose } from '../prose.js';

/** Depth down to which parts are unfolded at first. */
const unfolded = 1;

interface SchemaViewProps {
  readonly root: Fields;
  readonly schema: unknown;
  readonly depth?: number;
  /** The name of a field to unfold and mark; empty for none. */
  readonly wanted?: string;
}

/** A schema as the list of its parts, each with type, limits and description. */
export function SchemaView({ root, schema, depth = 0, wanted = '' }: SchemaViewProps) {
  const parts = partsOf(root, schema);
  if (parts.length === 0)
    return depth > 0 ? null : (
      <p>
        <code>{visibleText(typeText(root, schema))}</code> <Bounds schema={resolve(root, schema)} />
      </p>
    );
  return (
    <ul class="schema">
      {parts.map((part) => (
        <Part key={part.name} {...{ root, part, depth, wanted }} />
      ))}
    </ul>
  );
}

function Part(props: { root: Fields; part: SchemaPart; depth: number; wanted: string }) {
  const { root, part, depth, wanted } = props;
  const { name, schema, required } = part;
  const resolved = resolve(root, schema);
  const inner = partsOf(root, schema);
  // A schema may contain itself, so that the first place is enough.
  const [isOpen, setOpen] = useState(
    () =>
      depth < unfolded ||
      (name !== wanted && wanted !== '' && namesInContent(root, { any: { schema } }).has(wanted)),
  );
  return (
    <li data-wanted={name === wanted ? '' : undefined}>
      <span class="schema-name">
        <code>{visibleText(name)}</code>
        {required ? <span class="badge">required</span> : null}
        {resolved.deprecated === true ? <span class="badge warn">deprecated</span> : null}
      </span>{' '}
      <span class="schema-type">{visibleText(typeText(root, schema))}</span> <Bounds schema={resolved} />
      <Prose text={textOf(resolved.description)} />
      {inner.length > 0 ? (
        // A schema may contain itself, so that its parts are made when they are asked for.
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary class="hint">
            {inner.length === 1 ? 'One part' : `${inner.length} parts`} of {visibleText(name)}
          </summary>
          {isOpen ? (
            <SchemaView {...{ root, schema, wanted: name === wanted ? '' : wanted }} depth={depth + 1} />
          ) : null}
        </details>
      ) : null}
    </li>
  );
}

export function Bounds({ schema }: { schema: Fields }) {
  const said = boundsOf(schema);
  return said.length === 0 ? null : <span class="hint">{visibleText(said.join('; '))}</span>;
}
