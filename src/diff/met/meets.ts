/** Tells whether a recorded exchange has met a change: sent what NEW refuses, or got what NEW answers otherwise. */
import { locationOf } from '../../conformance/cases/credentials/credential.js';
import type { RequestParts } from '../../conformance/cases/request.js';
import { carries } from '../../conformance/traffic/request-validity.js';
import { covers } from '../../contract/operations.js';
import type { Locus, Part } from '../change.js';
import type { ComparedChange } from '../find-changes.js';
import type { SecurityAlternative } from '../operations/found-change.js';
import { schemaTest } from '../schema/schema-test.js';
import { notKnown, valuesAt, type SeenExchange } from './seen-exchange.js';

/** `notKnown` where the recording lacks what would tell. */
export type Answer = boolean | typeof notKnown;

/** By these statuses OLD has refused what was sent: nothing breaks when NEW does too. */
const refusals: ReadonlySet<number> = new Set([400, 415, 422]);

/** One change, ready to be held against exchanges. */
export class MeetingChange {
  private readonly accepts: ((value: unknown) => boolean) | undefined;

  constructor(readonly change: ComparedChange) {
    const { demand } = change.found;
    if (demand !== undefined) this.accepts = schemaTest(demand);
  }

  /** @param locus one of the change's, of the operation that the exchange called */
  meets({ part, path }: Locus, seen: SeenExchange): Answer {
    const isOfRequest = part.kind === 'parameter' || part.kind === 'request body';
    if (isOfRequest && refusals.has(seen.status ?? 0)) return false;
    switch (part.kind) {
      case 'operation':
        return this.meetsOperation(seen);
      case 'parameter':
        return this.meetsParameter(part, path, seen);
      case 'request body':
        return this.meetsRequestBody(part, path, seen);
      case 'response':
        return this.isStatus(part.status, seen);
      case 'response header':
        return this.isStatus(part.status, seen) && seen.responseHeader(part.name) !== undefined;
      case 'response body':
        return this.meetsResponseBody(part, path, seen);
    }
  }

  /**
   * An address that is gone is met by who called it, and new security by who sent nothing that it asks for; everything else of an
   * operation by every call.
   */
  private meetsOperation({ exchange, parts }: SeenExchange): boolean {
    const { kind, before, security } = this.change.found;
    if (security) return !security.some((schemes) => satisfies(parts, schemes));
    if (kind !== 'server-removed' || typeof before !== 'string' || before.startsWith('/')) return true;
    return exchange.request.target.startsWith(before);
  }

  private meetsParameter(
    { name, in: place }: Part & { kind: 'parameter' },
    path: readonly string[],
    seen: SeenExchange,
  ): boolean {
    const texts = seen.parameter(name, place);
    const { kind } = this.change;
    if (/^(?:required-parameter-added|parameter-became-required|default-changed)$/.test(kind))
      return texts.length === 0;
    if (texts.length === 0) return false;
    if (kind === 'reserved-characters-refused') return seen.hasReserved(name);
    if (this.accepts === undefined || this.change.found.isOfHolder || path.some((step) => step !== '*'))
      return true;
    return texts
      .flatMap((text) => (path.length > 0 ? text.split(',') : [text]))
      .some((text) => !this.takesText(text));
  }

  /** A text means a number or a boolean where NEW wants one. */
  private takesText(text: string): boolean {
    const readings: unknown[] = [text];
    if (text.trim() !== '' && Number.isFinite(Number(text))) readings.push(Number(text));
    if (text === 'true' || text === 'false') readings.push(text === 'true');
    const isOfNumbers = /^(?:(?:lower|upper)-bound|multiple)-/.test(this.change.kind) && readings.length > 1;
    return (isOfNumbers ? readings.slice(1) : readings).some((value) => this.accepts?.(value) ?? true);
  }

  private meetsRequestBody(
    { mediaType }: Part & { kind: 'request body' },
    path: readonly string[],
    seen: SeenExchange,
  ): Answer {
    const { kind } = this.change;
    const { hasRequestBody } = seen;
    if (hasRequestBody === notKnown) return notKnown;
    if (/^(?:required-body-added|body-became-required)$/.test(kind)) return !hasRequestBody;
    if (kind === 'body-removed') return hasRequestBody;
    if (!hasRequestBody) return false;
    if (mediaType !== undefined && !isOfMediaType(seen.requestMediaType, mediaType)) return false;
    if (kind === 'media-type-removed') return true;
    const body = seen.requestJson;
    return body === notKnown ? notKnown : this.refusesAny(body, path);
  }

  private refusesAny(body: unknown, path: readonly string[]): boolean {
    const { kind, isOfHolder } = this.change.found;
    if (kind === 'default-changed')
      return valuesAt(body, path).length < valuesAt(body, path.slice(0, -1)).length;
    const found = valuesAt(body, isOfHolder ? path.slice(0, -1) : path);
    return this.accepts === undefined ? found.length > 0 : found.some((value) => !this.accepts?.(value));
  }

  /** A client may have read whatever was sent to it. */
  private meetsResponseBody(
    { status, mediaType }: Part & { kind: 'response body' },
    path: readonly string[],
    seen: SeenExchange,
  ): Answer {
    if (!this.isStatus(status, seen)) return false;
    if (!isOfMediaType(seen.responseMediaType, mediaType)) return false;
    if (this.change.kind === 'media-type-removed' || path.length === 0) return true;
    const body = seen.responseJson;
    return body === notKnown ? notKnown : valuesAt(body, path).length > 0;
  }

  private isStatus(documented: string, { status, operation }: SeenExchange): boolean {
    if (status === undefined) return false;
    // Nobody has got a new status yet: who got another success would.
    if (this.change.kind === 'success-status-added') return status >= 200 && status < 300;
    if (/^\d+$/.test(documented)) return Number(documented) === status;
    if (operation.responses.has(String(status))) return false;
    return /^\dXX$/i.test(documented)
      ? documented.startsWith(String(status).charAt(0))
      : documented === 'default';
  }
}

/** Returns whether a request has something wherever an alternative of security wants credentials, whatever they allow. */
function satisfies(parts: RequestParts, schemes: SecurityAlternative): boolean {
  return schemes.every((scheme) => {
    const location = scheme && locationOf(scheme);
    return location !== undefined && carries(parts, location);
  });
}

/** Returns whether a recorded media type may be a documented one, which can be a range such as `text/*`. */
function isOfMediaType(recorded: string | undefined, documented: string): boolean {
  return recorded === undefined || covers(documented, recorded);
}
