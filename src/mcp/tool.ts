/**
 * The tools of `drydock mcp`: what a coding agent may ask of a running mock and of the suite. A tool is a name, a description,
 * the JSON Schemas of its arguments and of its result, and a function over the client or the suite; it knows nothing of the protocol.
 */
import type { MockClient } from '../client/index.js';
import { nearest } from '../contract/nearest-names.js';
import type { JsonSchema } from './schemas.js';
import type { DiffReport, SuiteReport } from './suite-report.js';

/** Capabilities that the person who started the server gives the agent. */
export interface ToolContext {
  /** The mock that runs now. @throws Error with one sentence where there is none */
  readonly mock: () => Promise<MockClient>;
  /** True if tools may change the mock. */
  readonly allowControl: boolean;
  readonly suite: SuiteRunner;
  /**
   * Compares documents as `drydock diff` does.
   *
   * @param isWeighed whether the journal of the running mock weighs the changes
   * @returns the JSON report; @throws Error with one sentence when there is none
   */
  readonly compare: (
    old: string,
    now: string,
    isWeighed: boolean,
    running: RunningCall,
  ) => Promise<DiffReport>;
}

/** One call while it runs. */
export interface RunningCall {
  /** Aborted when the client cancels the call or goes away. */
  readonly signal?: AbortSignal;
  /** Tells the client how far the call is. @param line without a line break */
  readonly onProgress?: (line: string) => void;
}

/** Runs the suite against targets that were named when the server was started. */
export interface SuiteRunner {
  /** The names by which an agent may ask for them. */
  readonly targets: readonly string[];
  /** True if it may send what may change data on a target. */
  readonly allowWrites: boolean;
  /** @returns the JSON report; @throws Error with one sentence when there is none */
  readonly run: (target: string, choice: SuiteChoice, running: RunningCall) => Promise<SuiteReport>;
  /** The last report of this server. */
  readonly last: () => SuiteReport | undefined;
}

/** The part of the suite to run. */
export interface SuiteChoice {
  readonly only?: string;
  readonly level?: string;
  readonly budget?: number;
}

export interface Tool {
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  readonly description: string;
  /** The arguments, by name. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** The JSON Schema of its result. */
  readonly output: JsonSchema;
  /** The target of a call's changes; `mock` needs --allow-control. */
  readonly changes?: 'mock' | 'target';
  /** Hints that hosts may show people about a tool that changes the mock. */
  readonly hints?: { readonly destructive: boolean; readonly idempotent: boolean };
  /** @param args accepted by the schema @returns what `output` describes */
  call(
    args: ToolArguments,
    context: ToolContext,
    running: RunningCall,
  ): Promise<Readonly<Record<string, unknown>>>;
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

  texts(name: string): readonly string[] | undefined {
    return this.values[name] as readonly string[] | undefined;
  }

  numbers(name: string): readonly number[] | undefined {
    return this.values[name] as readonly number[] | undefined;
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

/** @param what says what is missing, without a full stop @param advice what helps where no known name is near */
export function noSuchName(what: string, name: string, known: readonly string[], advice: string): ToolError {
  const [near] = nearest(name, known, 1);
  return new ToolError(`${what}; ${near === undefined ? advice : `did you mean ${near}?`}`);
}
