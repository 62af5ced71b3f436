/** The types of the control API, from those generated from its document. */
import type { components } from '../../contract/generated/control-api.js';

export type { DrydockEvent as ControlEvent, ScenarioDefinition } from '../../client/types.js';

export type Schemas = components['schemas'];

export type Service = Schemas['Service'];
export type Scenario = Schemas['Scenario'];
export type Operation = Schemas['ScenarioList']['operations'][number];
export type SandboxList = Schemas['SandboxList'];
export type Sandbox = SandboxList['sandboxes'][number];
export type SandboxDetails = Schemas['Sandbox'];
export type ClockChange = Schemas['ClockChange'];
export type SandboxClock = Schemas['SandboxClock'];
export type Verdict = Schemas['Verdict'];
export type SandboxScenario = Schemas['SandboxScenario'];
export type JournalSummary = Schemas['JournalSummary'];
/** A line of a journal, and its sandbox. */
export type FoundSummary = Schemas['FoundSummaries']['requests'][number];
/** An entry of a journal in full, and its sandbox. */
export type Exchange = Schemas['ExplainedEntry'] & { readonly sandbox: string };
export type SentCallback = Schemas['SentCallback'];
export type Body = Schemas['Body'];
export type IssuedKey = Schemas['IssuedKey'];
export type KeyOrder = Schemas['KeyOrder'];
export type NewKey = Schemas['NewKey'];
export type VerifyOrder = Schemas['VerifyOrder'];
export type VerifyRun = Schemas['VerifyRun'];
