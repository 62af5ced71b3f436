import type { ComponentChildren } from 'preact';

/** An entry of a list of facts (`dl`). */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
