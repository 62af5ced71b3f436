import type { ComponentChildren } from 'preact';

interface ViewHeadProps {
  readonly title: ComponentChildren;
  /** The view's one idea, in a sentence. */
  readonly idea: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function ViewHead({ title, idea, children }: ViewHeadProps) {
  return (
    <div class="view-head">
      <div>
        <h1>{title}</h1>
        <p>{idea}</p>
      </div>
      {children ? <div class="acts">{children}</div> : null}
    </div>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
