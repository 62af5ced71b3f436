import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface FocusedHeadingProps {
  readonly tag: 'h2' | 'h3';
  readonly id?: string;
  readonly class?: string;
  /** The subject; the heading is focused again when it changes. */
  readonly about?: string;
  readonly children: ComponentChildren;
}

/** A heading that gets the focus when it appears, before a key that follows can move it on. */
export function FocusedHeading({ tag: Tag, about, children, ...attributes }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: about === undefined }), [about]);
  return (
    <Tag {...attributes} ref={heading} tabIndex={-1}>
      {children}
    </Tag>
  );
}
