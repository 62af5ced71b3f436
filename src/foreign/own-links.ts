/**
 * Links of a document's examples to the real service lead to the mock instead. A client that follows the next page or the
 * address of a result would leave the mock and carry its key to the service.
 */
import type { Contract } from '../contract/contract.js';
import { addressesOf } from '../contract/document/base-paths.js';
import type { Operation } from '../contract/operations.js';
import { pathsOf } from '../mock/routing/routes.js';
import { Routes } from '../mock/routing/routes.js';

/** The address of a server: where it is, and the prefix that the mock puts before its paths. */
interface Address {
  readonly origin: RegExp;
  readonly basePath: RegExp;
  readonly prefix: string;
}

/** Headers whose addresses clients follow by themselves (RFC 8288, RFC 9110 section 10.2.2). */
export const followed = /^(?:link|location|content-location|operation-location)$/i;

/** Links of one value that are tried one by one where its schema refuses them together. */
const maxTried = 50;

/** The links of one document's responses. */
export class OwnLinks {
  /** False if no server of the document has a whole address: then nothing is ever changed. */
  readonly mayChange: boolean;
  private made: { readonly addresses: readonly Address[]; readonly routes: Routes<Served> } | undefined;

  constructor(private readonly contract: Pick<Contract, 'operations' | 'basePaths'>) {
    this.mayChange = contract.operations.some(({ origins }) => origins.length > 0);
  }

  /**
   * Headers with their links to the service. In those that clients follow by themselves every address of the service is
   * the mock's; another one is, as a text of a body, where the mock serves what it names.
   *
   * @param origin where the client reached the mock
   */
  inHeaders(
    headers: Readonly<Record<string, string>>,
    { prefix }: Pick<Operation, 'prefix'>,
    origin: string,
  ): Record<string, string> {
    if (!this.mayChange) return headers;
    return Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [
        name,
        followed.test(name)
          ? text.replaceAll(/https?:\/\/[^\s<>",;]+/gi, (link) => this.followedLink(link, prefix, origin))
          : (this.ownLink(text, origin) ?? text),
      ]),
    );
  }

  /**
   * A value whose strings that are addresses of operations lead to the mock; a string in which an address is only mentioned
   * stays.
   *
   * @param origin where the client reached the mock
   * @param accepts whether the schema accepts a value; a string that it would refuse stays
   */
  inValue(value: unknown, origin: string, accepts: (changed: unknown) => boolean = () => true): unknown {
    if (!this.mayChange) return value;
    const all = new LinkChange((text) => this.ownLink(text, origin));
    const changed = all.in(value);
    if (changed === value) return value;
    // A schema that refuses the example itself, which --examples document sends, says nothing of its links.
    if (accepts(changed) || !accepts(value)) return changed;
    const taken = new Set<number>();
    let current = value;
    for (let place = 0; place < Math.min(all.met, maxTried); place += 1) {
      taken.add(place);
      const next = new LinkChange((text) => this.ownLink(text, origin), taken).in(value);
      if (accepts(next)) current = next;
      else taken.delete(place);
    }
    return current;
  }

  /** The mock's address of what a text that is an address of the service names; undefined where the mock doesn't serve it. */
  private ownLink(text: string, origin: string): string | undefined {
    const link = readLink(text);
    if (!link) return undefined;
    const { addresses, routes } = this.prepared();
    const paths = pathsNamed(link.path);
    for (const { prefix, basePath } of addresses.filter((one) => one.origin.test(link.origin))) {
      const isServed = paths.some(
        (path) => basePath.test(path) && routes.find('GET', prefix + path).kind !== 'unknown-path',
      );
      if (isServed) return origin + prefix + link.rest;
    }
    return undefined;
  }

  private followedLink(text: string, prefix: string, origin: string): string {
    const link = readLink(text);
    if (!link) return text;
    const isService = this.contract.operations.some(({ origins }) => origins.includes(link.origin));
    return this.ownLink(text, origin) ?? (isService ? origin + prefix + link.rest : text);
  }

  private prepared() {
    return (this.made ??= {
      addresses: addressesIn(this.contract.operations),
      routes: new Routes(
        this.contract.operations.map((operation): Served => ({ operation })),
        ({ operation }) => pathsOf(this.contract, operation),
      ),
    });
  }
}

/** Changes the links in a value, all of them or those at some places, counted as they are met. */
class LinkChange {
  met = 0;

  constructor(
    private readonly ownLink: (text: string) => string | undefined,
    private readonly taken?: ReadonlySet<number>,
  ) {}

  /** The value itself where nothing changes. */
  in(value: unknown): unknown {
    if (typeof value === 'string') return this.inText(value);
    if (typeof value !== 'object' || value === null) return value;
    const items = Object.entries(value).map(([name, item]) => [name, item, this.in(item)] as const);
    if (items.every(([, item, own]) => own === item)) return value;
    return Array.isArray(value)
      ? items.map(([, , own]) => own)
      : Object.fromEntries(items.map(([name, , own]) => [name, own]));
  }

  private inText(text: string): string {
    const own = this.ownLink(text);
    if (own === undefined) return text;
    this.met += 1;
    return this.taken?.has(this.met - 1) === false ? text : own;
  }
}

interface Served {
  readonly operation: Operation;
}

function addressesIn(operations: readonly Operation[]): Address[] {
  const servers = new Map(operations.map((one) => [one.servers, one.prefix]));
  const addresses = [...servers].flatMap(([list, prefix]) =>
    addressesOf(list).map((address) => [address, prefix] as const),
  );
  const distinct = new Map(addresses.map((one) => [one.join(' '), one]));
  return [...distinct.values()].map(([address, prefix]) => {
    const [, origin = '', path = ''] = /^([^/]+\/\/[^/]+)(.*)$/.exec(address) ?? [];
    return { origin: matching(origin, '[^./:]+', '$'), basePath: matching(path, '[^/]*', '(?:/|$)'), prefix };
  });
}

/** @param any the pattern of what stands in a variable that takes any value, which is `{}` */
function matching(text: string, any: string, end: string): RegExp {
  const literal = text.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join(any)}${end}`);
}

/** A text that is an HTTP address as a whole, or a template of one (RFC 6570). */
function readLink(text: string) {
  const [, authority, rest = ''] = /^(https?:\/\/[^\s/?#@{}<>"]+)((?:[/?#{]\S*)?)$/i.exec(text) ?? [];
  if (authority === undefined || !URL.canParse(authority)) return undefined;
  const path = rest.replace(/(?:\{&|\{?[?#]).*$/, '');
  return { origin: new URL(authority).origin, path: path === '' ? '/' : path, rest };
}

/** The path itself, or those that a template makes without and with its optional segments. */
function pathsNamed(path: string): string[] {
  if (!path.includes('{')) return [path];
  const simple = (text: string): string => text.replace(/\{[^{}]*\}?/g, 'x');
  return [simple(path.replace(/\{[/;.][^{}]*\}/g, '')), simple(path.replace(/\{\/[^{}]*\}/g, '/x'))];
}
