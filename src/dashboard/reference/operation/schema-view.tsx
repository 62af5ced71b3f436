import { useState } from 'preact/hooks';
import { visibleText } from '../../parts/text.js';
import { resolve, textOf, type Fields } from '../document/fields.js';
import { boundsOf, partsOf, typeText, type SchemaPart } from '../document/schema-text.js';
import { Prose } from '../prose.js';

/** Depth down to which parts are unfolded at first. */
const unfolded = 1;

/** A schema as the list of its parts, each with type, limits and description. */
export function SchemaView({ root, schema, depth = 0 }: { root: Fields; schema: unknown; depth?: number }) {
  const parts = partsOf(root, schema);
  if (parts.length === 0) return depth === 0 ? <Leaf root={root} schema={schema} /> : null;
  return (
    <ul class="schema">
      {parts.map((part) => (
        <Part key={part.name} root={root} part={part} depth={depth} />
      ))}
    </ul>
  );
}

function Leaf({ root, schema }: { root: Fields; schema: unknown }) {
  return (
    <p class="schema-leaf">
      <code>{visibleText(typeText(root, schema))}</code> <Bounds schema={resolve(root, schema)} />
    </p>
  );
}

function Part({
  root,
  part: { name, schema, required },
  depth,
}: {
  root: Fields;
  part: SchemaPart;
  depth: number;
}) {
  const resolved = resolve(root, schema);
  const inner = partsOf(root, schema);
  const [isOpen, setOpen] = useState(depth < unfolded);
  return (
    <li>
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
          {isOpen ? <SchemaView root={root} schema={schema} depth={depth + 1} /> : null}
        </details>
      ) : null}
    </li>
  );
}

export function Bounds({ schema }: { schema: Fields }) {
  const said = boundsOf(schema);
  return said.length === 0 ? null : <span class="hint">{visibleText(said.join('; '))}</span>;
}
