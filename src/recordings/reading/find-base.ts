import { PathIndex } from '../../conformance/document/path-index.js';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { TrafficRouter } from '../../conformance/traffic/traffic-router.js';
import type { Contract } from '../../contract/contract.js';
import { decodeExchange } from '../decode-exchange.js';
import { hasCredentials, secretsOf } from '../masking/mask-exchange.js';
import type { RecordedExchange } from '../recorded-exchange.js';

/** The place of the service in a recording. */
export interface ServiceBase {
  /** Such as `https://api.example`. */
  readonly origin: string;
  /** Such as `/v1`, without a trailing slash; `''` is the root. */
  readonly path: string;
}

/** Tells whether an address is on the host of the service. */
export function isAt({ origin }: ServiceBase, target: string): boolean {
  return target.startsWith(origin) && /^(?:$|[/?])/.test(target.slice(origin.length));
}

/** @param address of the service, without query @returns undefined for a text that is none */
export function baseOf(address: string): ServiceBase | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** Several documents have their base paths behind their prefixes. */
function isJoined({ operations }: Pick<Contract, 'operations'>): boolean {
  return operations.some(({ prefix }) => prefix !== '');
}

/** The base paths of operations at a service. @param path of the service's address */
export function basePathsBehind({ operations }: Pick<Contract, 'operations'>, path: string): string[] {
  return isJoined({ operations }) ? [path, ...operations.flatMap(({ basePaths }) => basePaths)] : [path];
}

/**
 * Finds the service by its traffic: the host, and the base path of the document's servers, where most requests went to
 * operations. A host that the document names wins.
 */
class BaseFinder {
  private readonly met = new Map<string, { readonly base: ServiceBase; count: number }>();
  private readonly routers: readonly (readonly [path: string, router: TrafficRouter])[];
  private readonly named: ReadonlySet<string>;

  constructor({ operations, document }: Contract) {
    const index = new PathIndex(operations);
    const stated = { operationsAt: (path: string) => index.operationsAt(path) };
    const prefixes = operations.map(({ prefix }) => prefix);
    const paths = isJoined({ operations }) ? [''] : new Set(operations.flatMap(({ basePaths }) => basePaths));
    this.routers = [...paths].map((path) => [
      path,
      new TrafficRouter(stated, basePathsBehind({ operations }, path), prefixes),
    ]);
    this.named = new Set(
      (document.servers ?? []).flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : [])),
    );
  }

  add({ request: { method, target } }: RecordedExchange): void {
    if (!URL.canParse(target)) return;
    const { origin } = new URL(target);
    for (const [path, router] of this.routers) {
      if (router.find(method, target).kind !== 'operation') continue;
      const key = `${origin}${path}`;
      const known = this.met.get(key) ?? { base: { origin, path }, count: 0 };
      known.count += 1;
      this.met.set(key, known);
    }
  }

  get base(): ServiceBase | undefined {
    const all = [...this.met.values()].sort(
      (a, b) => b.count - a.count || b.base.path.length - a.base.path.length,
    );
    return (all.find(({ base }) => this.named.has(base.origin)) ?? all[0])?.base;
  }
}

/** The first look at a recording. */
export interface Survey {
  /** Undefined where no exchange went to an operation. */
  readonly base: ServiceBase | undefined;
  readonly exchanges: number;
  /** True if any request shows a credential; a recording in which none does was cleaned, as browsers do by default. */
  readonly hasCredentials: boolean;
}

/** Looks at all exchanges of a recording, and registers their secrets before anything of them is shown. */
export async function surveyExchanges(
  recorded: AsyncIterable<RecordedExchange>,
  contract: Contract,
  signal?: AbortSignal,
): Promise<Survey> {
  const finder = new BaseFinder(contract);
  const decoder = new BodyDecoder();
  let [exchanges, hasAny] = [0, false];
  for await (const exchange of recorded) {
    signal?.throwIfAborted();
    finder.add(exchange);
    secretsOf(await decodeExchange(exchange, decoder));
    exchanges += 1;
    hasAny ||= hasCredentials(exchange.request.headers);
  }
  return { base: finder.base, exchanges, hasCredentials: hasAny };
}
