import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/controls.js';
import { Form } from '../../parts/fields.js';

interface ForcedFormProps {
  readonly label: string;
  /** A selector of the control that gets the focus. */
  readonly first: string;
  readonly onSend: () => void;
  readonly onClose: () => void;
  /** Stands below the fields. */
  readonly below: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form that the bar opens; Escape closes it. */
export function ForcedForm({ label, first, onSend, onClose, below, children }: ForcedFormProps) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>(first)?.focus(), []);
  return (
    <div
      ref={form}
      class="forced-form"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Form kind="forced-fields" label={label} onSend={onSend}>
        {children}
        <Button kind="plain" onClick={onClose}>
          Close
        </Button>
      </Form>
      {below}
    </div>
  );
}
