import type { ComponentProps } from 'preact';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'class'> {
  /** Further classes: `small`, `plain`, `main-act`. */
  readonly kind?: string;
}

/** A button that does not submit a form. */
export function Button({ kind = '', ...attributes }: ButtonProps) {
  return <button type="button" class={`btn ${kind}`.trim()} {...attributes} />;
}
