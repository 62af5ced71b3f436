/** The control API's words as types, all taken from the generated types of its document. */
import type { components } from '../contract/generated/control-api.js';
import type { operations } from '../contract/generated/openapi.js';
import type { ShippedScenario, ShippedStatus } from '../contract/generated/scenario-names.js';
import type { ScenarioDefinition } from '../scenarios/schema/scenario-file.js';

/** The content of a scenario's file, for an inline scenario. */
export type { ScenarioDefinition } from '../scenarios/schema/scenario-file.js';

export type { Har } from '../recordings/har/har.js';

/* oxlint-disable typescript/no-empty-object-type -- a project adds its names to it */
declare global {
  /** The names of a project's own scenarios and operations, which `drydock types` writes; empty for those of the shipping service. */
  interface DrydockNames {}
}
/* oxlint-enable typescript/no-empty-object-type */

/**
 * A scenario: one that ships with the package, `status-CODE` for an error of the document, `delay-TIME`, or `normal` for none. With
 * scenarios or a document of your own, `npx drydock-kit types` gives it your names.
 */
export type ScenarioName = DrydockNames extends { scenario: infer Name extends string }
  ? Name
  : ShippedScenario | ShippedStatus | 'normal' | `delay-${number}${'ms' | 's'}`;

/** A name given to a function: a literal must be one that is known, a text that only the run has may be any. */
export type Known<Name extends string, All extends string> = string extends Name ? Name : All;

/** An operation's id: one of the shipping service's. With a document of your own, `npx drydock-kit types` gives it your names. */
export type OperationName = DrydockNames extends { operation: infer Name extends string }
  ? Name
  : keyof operations;

type Schemas = components['schemas'];

/** An operation of the document that the mock serves. */
export type MockedOperation = Schemas['ScenarioList']['operations'][number];
/** An exchange in full, with what its charges are made of where the service explains them. */
export type ExplainedEntry = Schemas['ExplainedEntry'];
/** A sandbox with its scenario. */
export type SandboxSummary = Schemas['SandboxList']['sandboxes'][number];
/** A scenario that can be chosen, with what a good client does about it. */
export type Scenario = Schemas['Scenario'] & { readonly name: ScenarioName };
/** The chosen scenario of a sandbox, what it does to the next request, and how far its sequences are. */
export type SandboxScenario = Schemas['SandboxScenario'];
/** The time in a sandbox, and how far it is ahead of the mock's. */
export type SandboxClock = Schemas['SandboxClock'];
/** One exchange: the request, its response, and what a scenario did to it. */
export type JournalEntry = Schemas['JournalEntry'];
/** One exchange in a line. */
export type JournalSummary = Schemas['JournalSummary'];
/** A scenario of recorded requests: its definition, its file, what is not as it was, and where secrets were masked. */
export type RecordedScenario = Omit<Schemas['RecordedScenario'], 'definition'> & {
  /** The content of the file. */
  readonly definition: ScenarioDefinition;
};
/** A callback or webhook that the mock sent or was to send, and what became of it. */
export type SentCallback = Schemas['SentCallback'];
/** A webhook of the document. */
export type Webhook = Schemas['WebhookList']['webhooks'][number];
/**
 * The receiver of a webhook, an http or https address of this machine or of a host that the mock's option `callbackHosts` names;
 * and its body where the document's is not wanted.
 */
export type WebhookOrder = Omit<Schemas['WebhookOrder'], 'webhook'>;
/** The result of a verification: passed or not, and the reasons. */
export type Verdict = Schemas['Verdict'];
/** Which parts of the mocked document clients have exercised. */
export type Coverage = Omit<Schemas['Coverage'], 'sandbox'>;
/** An issued key, without the key itself. */
export type IssuedKey = Schemas['IssuedKey'];
/** Options of an issued key; all but its name are optional. */
export type KeyOrder = Schemas['KeyOrder'];
/** An issued key; `key` itself is shown only here. */
export type NewKey = Schemas['NewKey'];

/** Expectations of a sandbox's journal; `requests` has at least one entry unless `backoff` is true. */
export type Verification = Omit<Schemas['Verification'], 'requests'> & {
  /** Expected requests; with `inOrder` in this order. */
  readonly requests?: readonly RequestExpectation[];
};

/** Conditions on an exchange; all of them must hold. */
export type RequestExpectation = Omit<
  Schemas['RequestExpectation'],
  'pointers' | 'operation' | 'scenario'
> & {
  /** The operation's id. */
  readonly operation?: OperationName;
  /** The name of a scenario that applied, that of an inline one too; `normal` when none may have. */
  readonly scenario?: ScenarioName | (string & Record<never, never>);
  /** By JSON pointer into the request's body: the value itself, or one of `equals`, `exists` and `pattern`. */
  readonly pointers?: Readonly<Record<string, unknown>>;
};

/** A live event of a mock. */
export type DrydockEvent =
  | ({ readonly type: 'exchange' } & Schemas['ExchangeEvent'])
  | ({ readonly type: 'scenario' } & Schemas['ScenarioEvent'])
  | ({ readonly type: 'reset' } & Schemas['ResetEvent'])
  | ({ readonly type: 'clock' } & Schemas['ClockEvent'])
  | ({ readonly type: 'webhook' } & Schemas['WebhookEvent'])
  | ({ readonly type: 'dropped' } & Schemas['DroppedEvent'])
  /** Keys were issued or revoked; the mock has read its files again. */
  | { readonly type: 'keys' | 'reloaded' };
