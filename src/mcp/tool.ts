/**
 * The tools of `drydock mcp`: what a coding agent may ask of a running mock and of the suite. A tool is a name, a description,
 * the JSON Schema of its arguments, and a function over the client or the suite; it knows nothing of the protocol.
 */
import type { MockClient } from '../client/index.js';

/** Capabilities that the person who started the server gives the agent. */
export interface ToolContext {
  /** The mock that runs now. @throws Error with one sentence where there is none */
  readonly mock: () => Promise<MockClient>;
  /** True if tools may change the mock. */
  readonly allowControl: boolean;
  readonly suite: SuiteRunner;
  readonly comparer: DocumentComparer;
}

/** Compares documents as `drydock diff` does. */
export interface DocumentComparer {
  /**
   * @param isWeighed whether the journal of the running mock weighs the changes
   * @returns the JSON report; @throws Error with one sentence when there is none
   */
  readonly compare: (old: string, now: string, isWeighed: boolean) => Promise<DiffReport>;
}

/** The parts of a JSON report that the tool reads (`src/diff/reports/diff-report.schema.json`). */
export interface DiffReport {
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly traffic: Readonly<Record<string, unknown>> | null;
  readonly changes: readonly (Readonly<Record<string, unknown>> & { readonly effect: string })[];
}

/** Runs the suite against targets that were named when the server was started. */
export interface SuiteRunner {
  /** The names by which an agent may ask for them. */
  readonly targets: readonly string[];
  /** @returns the JSON report; @throws Error with one sentence when there is none */
  readonly run: (target: string, choice: SuiteChoice) => Promise<SuiteReport>;
  /** The last report of this server. */
  readonly last: () => SuiteReport | undefined;
}

/** The part of the suite to run. */
export interface SuiteChoice {
  readonly only?: string;
  readonly level?: string;
  readonly budget?: number;
}

/** The parts of a JSON report that tools read (`src/reports/json-report.schema.json`). */
export interface SuiteReport {
  readonly target: string;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly failures: readonly (Readonly<Record<string, unknown>> & {
    readonly rule: { readonly id: string };
  })[];
}

type JsonSchema = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The arguments, by name. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** The target of a call's changes; `mock` needs --allow-control. */
  readonly changes?: 'mock' | 'target';
  /** @param args accepted by the schema */
  call(args: ToolArguments, context: ToolContext): Promise<unknown>;
}

/** The arguments of a call. */
export class ToolArguments {
  constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    return this.values[name] as string | undefined;
  }

  number(name: string): number | undefined {
    return this.values[name] as number | undefined;
  }

  /** The arguments of these names as they were given. */
  pick(...names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.flatMap((name) => (this.values[name] === undefined ? [] : [[name, this.values[name]]])),
    );
  }
}

/** A call that can't be carried out: one sentence for the agent. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
