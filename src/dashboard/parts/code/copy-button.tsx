import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../control/control-api.js';
import { CopyIcon, DoneIcon } from '../../shell/icons.js';
import { trouble } from '../../state/world.js';

interface CopyButtonProps {
  /** Made when it is copied, for what is long. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly plain?: boolean;
  /** A description of the copied text, if the label is not one. */
  readonly hint?: string | undefined;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, plain = false, hint }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    toClipboard(typeof text === 'string' ? text : text()).then(
      () => setCopied(true),
      (error: unknown) => (trouble.value = messageOf(error)),
    );
  };
  return (
    <button type="button" class={`btn small${plain ? ' plain' : ''}`} title={hint} onClick={copy}>
      {copied ? <DoneIcon /> : <CopyIcon />}
      {hint === undefined ? null : <span class="unseen">{hint}:</span>}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  );
}

/**
 * Browsers allow the clipboard to secure pages only: those of this machine, and those over TLS.
 *
 * @throws Error with a sentence that says what to do
 */
export async function toClipboard(text: string): Promise<void> {
  try {
    if (!isSecureContext) throw new Error('There is no clipboard for this page.');
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    const sentence = 'The browser does not let this page write to the clipboard; mark the text and copy it.';
    throw new Error(sentence, { cause });
  }
}
