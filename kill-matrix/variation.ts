/**
 * A variation is one way in which a server differs from the reference server: a fault breaks one sentence of the
 * specification (or of HTTP), a lawful difference breaks none. Each names a witness that shows the difference.
 */
import type { Settings, Stages } from './stages.js';

/** One request of a witness. The valid key is sent unless `headers` has an Authorization (null sends none). */
export interface Step {
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Buffer;
  /** How often it is sent; once by default. */
  readonly times?: number;
  /** Milliseconds by which the clock moves on before it is sent. */
  readonly later?: number;
}

/** Replaces stages; `stages` are the correct ones, to build on. Called once for each server. */
export type Apply = (stages: Stages, settings: Settings) => Partial<Stages>;

export interface Variation {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  /** What it breaks, or for a lawful difference what leaves it open: a section of the specification, or an RFC. */
  readonly section: string;
  readonly apply: Apply;
  /** The circumstances in which the difference shows, such as a catalogue without categories. */
  readonly settings: Partial<Settings>;
  readonly witness: readonly Step[];
}

/** Writes the variations of one topic: id, section, title, what it changes, the witness, and any settings. */
export function variationsOf(topic: string) {
  return (
    id: string,
    section: string,
    title: string,
    apply: Apply,
    witness: Step | readonly Step[],
    settings: Partial<Settings> = {},
  ): Variation => ({ id, topic, title, section, apply, settings, witness: [witness].flat() });
}
