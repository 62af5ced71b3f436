/**
 * An exchange is one request on its way through the stages, and a response ends it. A stage looks at the exchange,
 * may add to it, and either returns a response or passes the request on to the next stage.
 */
import type { Problem } from '../../contract/validation/problem-text.js';
import type { AnsweredBy, LiveDelivery } from '../../journal/delivery.js';
import type { NewJournalEntry } from '../../journal/journal-entry.js';
import type { QuotaSpent } from '../../state/state.js';
import type { Identity } from '../identity/identity.js';
import type { Mock } from '../mock.js';
import type { Parameters } from '../parameters/parameters.js';
import type { MaybePromise } from '../../state/maybe-promise.js';
import type { Match } from '../routing/routes.js';
import type { PlannedScenario } from '../scenarios/change-response.js';
import type { ServedOperation } from '../served-operation.js';
import type { ReceivedRequest } from './request.js';

export interface Exchange {
  readonly mock: Mock;
  readonly method: string;
  /** The path as received, without query. */
  readonly path: string;
  /** The query without its `?`. */
  readonly query: string;
  readonly request: ReceivedRequest;
  /** Scheme and authority under which the client reached the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly match: Match<ServedOperation>;
  /** Whose request it is; a proxy, whose keys are the target's, puts another in its place. */
  identity: Identity;
  /** Undefined where the exchange enters the journal with its response. */
  entered: EnteredExchange | undefined;
  /** Undefined until the exchange is in the journal. */
  delivery: LiveDelivery | undefined;
  answeredBy: AnsweredBy;
  /** Its CORS fields where a proxy decides them, or a page may send cookies; undefined for those of any page. */
  cors: Readonly<Record<string, string>> | undefined;
  /** Fields whose addresses a proxy mapped, such as `response Location`. */
  mapped: readonly string[];
  /** Set by validation: the parameters by location, and the parsed body. */
  parameters: Parameters;
  value: unknown;
  problems: readonly Problem[];
  quota: QuotaSpent | undefined;
  /** The effect of a scenario on this exchange. */
  scenario: PlannedScenario | undefined;
  /** True if `Prefer: dynamic=true` requests a body made from the schema. */
  dynamic: boolean;
  /** The status that `Prefer: code=` requests, where no scenario answers with it. */
  preferredStatus: number | undefined;
  /**
   * The status that counts as met in the coverage; undefined for the one that is sent. A proxy has null for none, until it has judged
   * a whole response of its target.
   */
  metStatus: number | null | undefined;
}

/** An exchange that entered the journal when its request arrived. */
export interface EnteredExchange {
  readonly sandbox: string;
  readonly id: MaybePromise<number>;
  readonly delivery: LiveDelivery;
  /** The journal's entry, without its secrets. */
  readonly entry: NewJournalEntry;
}
