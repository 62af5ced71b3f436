import { sandboxes } from '../../../state/world.js';

interface SandboxInputProps {
  readonly value: string;
  /** What an empty field means. */
  readonly fallback: string;
  readonly onChoose: (name: string) => void;
}

/** A sandbox's name, typed or picked from those in use; what no name may have is left out. */
export function SandboxInput({ value, fallback, onChoose }: SandboxInputProps) {
  return (
    <>
      <input
        class="input mono short"
        aria-label="Sandbox"
        list="known-sandboxes"
        spellcheck={false}
        value={value}
        onChange={(event) => {
          const name = event.currentTarget.value.replaceAll(/[^A-Za-z0-9._-]/g, '').slice(0, 64);
          onChoose(name === '' ? fallback : name);
        }}
      />
      <datalist id="known-sandboxes">
        {sandboxes.value.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
