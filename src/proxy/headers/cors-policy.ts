/**
 * The CORS fields of every response that the target did not make: forced ones, the mock's, and refusals of the proxy. A page that
 * sends cookies may read them where it may read the target's (Fetch Standard, CORS protocol).
 */
import { LRUCache } from 'lru-cache';
import { corsHeaders, isPageOf, preflightHeaders } from '../../mock/exchange/cors.js';
import type { RequestHeaders } from '../../mock/exchange/request.js';
import type { KnownHosts } from '../../control/guard/known-hosts.js';
import { fieldOf, withoutFields } from './end-to-end.js';

/** Origins that are remembered. */
const maxOrigins = 1000;

const exposed = `${corsHeaders['Access-Control-Expose-Headers']}, X-Mock-Answer`;
const forAnyPage = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
  Vary: 'Origin',
};

/** The CORS fields of a proxy's own responses, by what the target said of each origin. */
export class CorsPolicy {
  /** True if the target lets pages of an origin send cookies. */
  private readonly credentials = new LRUCache<string, boolean>({ max: maxOrigins });

  /**
   * @param isForced whether known pages may read every response, whatever the target says
   * @param isKnownHost tells whether the host of a page is this machine, or one that was allowed
   */
  constructor(
    private readonly isForced: boolean,
    private readonly isKnownHost: KnownHosts,
  ) {}

  /** True if `--cors` decides for pages of an origin, and not the target. */
  decidesFor(origin: string | undefined): origin is string {
    return this.isForced && origin !== undefined && this.isKnown(origin);
  }

  /**
   * Learns from a response of the target. One without CORS fields says nothing, for many servers leave them out of errors; only a
   * preflight without them is a no.
   */
  learn(origin: string, fields: readonly string[], isPreflight: boolean): void {
    const allowed = fieldOf(fields, 'access-control-allow-origin');
    if (allowed === undefined && !isPreflight) return;
    const isAllowed = allowed === origin && fieldOf(fields, 'access-control-allow-credentials') === 'true';
    if (!isAllowed && this.credentials.has(origin)) return;
    this.credentials.set(origin, isAllowed);
  }

  /** The fields of a response that the target did not make. */
  fieldsFor({ origin }: RequestHeaders): Record<string, string> {
    if (typeof origin !== 'string' || !this.mayHaveCookies(origin)) return forAnyPage;
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': exposed,
      Vary: 'Origin',
    };
  }

  /** The fields of the response to a preflight that the target did not answer, or did not allow. */
  preflightFields(headers: RequestHeaders): Record<string, string> {
    const { 'Access-Control-Expose-Headers': _, ...who } = this.fieldsFor(headers);
    return { ...preflightHeaders(headers), ...who };
  }

  /** The fields of a target's response to a page for which `--cors` decides. */
  forced(fields: readonly string[], headers: RequestHeaders): string[] {
    const { 'Access-Control-Expose-Headers': own, ...others } = this.fieldsFor(headers);
    const listed = fieldOf(fields, 'access-control-expose-headers');
    const allow = ['access-control-allow-origin', 'access-control-allow-credentials'];
    const kept = withoutFields(fields, ...allow, 'access-control-expose-headers');
    const expose = [listed, own].filter((names) => names !== undefined && names !== '*').join(', ');
    return [...kept, ...Object.entries(others).flat(), 'Access-Control-Expose-Headers', expose];
  }

  private mayHaveCookies(origin: string): boolean {
    return this.decidesFor(origin) || (this.credentials.get(origin) ?? this.isKnown(origin));
  }

  private isKnown(origin: string): boolean {
    return isPageOf(origin, this.isKnownHost);
  }
}
