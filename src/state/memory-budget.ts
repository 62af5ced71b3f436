/**
 * One budget of bytes for everything that a process keeps or holds because clients asked for it. Whoever keeps something
 * opens an account and says how many bytes it takes; whoever can do without something says how to shed it. When the accounts
 * together pass the budget, the least valuable data is evicted until there is some room again.
 *
 * Bytes are estimates of real memory, on the safe side; `memory-costs.ts` has the constants.
 */

/** Evicts one kind of kept data. */
export interface Shedder {
  /** Its kind of data, in the plural, such as `journals`. */
  readonly kind: string;
  /** Sheds one after the other, the least valuable first, until it is enough. @returns how many */
  readonly shed: (isEnough: () => boolean) => number;
}

/** Evictions of one kind since the start. */
export interface ShedTotal {
  readonly kind: string;
  readonly count: number;
  readonly bytes: number;
}

/** 256 MiB. */
export const defaultMaxMemory = 256 * 1024 * 1024;

/** A sixteenth is freed at once, so that looking for what to shed is rare. */
const freedAtOnce = 1 / 16;

export class MemoryBudget {
  /** Requests that were refused because nothing was left to evict. */
  refused = 0;
  private used = 0;
  /** Nothing is done up to this: parts of the limit, then the limit, or more where shedding has found too little. */
  private shedAbove: number;
  private readonly accounts: MemoryAccount[] = [];
  private readonly shedders: Shedder[] = [];
  private readonly totals = new Map<string, Omit<ShedTotal, 'kind'>>();

  /**
   * @param limit in bytes
   * @param onShed called whenever something was evicted
   * @param onPressure called with the share of the budget in use when an eighth and when half of it is used for the first
   *   time, and before anything is shed
   * @param fullSentence the beginning of a sentence for those who are refused
   */
  constructor(
    readonly limit = defaultMaxMemory,
    private readonly onShed: () => void = () => undefined,
    private readonly onPressure: (share: number) => void = () => undefined,
    readonly fullSentence = 'The mock holds as much as its memory limit allows',
  ) {
    this.shedAbove = limit / 8;
  }

  /** @param share how much of the budget the account may take where it asks with `hasRoom`, from 0 to 1 */
  account(kind: string, share = 1): MemoryAccount {
    const account = new MemoryAccount(this, kind, share * this.limit);
    this.accounts.push(account);
    return account;
  }

  /** Adds a way to shed, more valuable than those before. */
  shedWith(shedder: Shedder): void {
    this.shedders.push(shedder);
  }

  /** Counts what a store elsewhere has shed of a kind. */
  shedElsewhere(kind: string, count: number, bytes: number): void {
    if (count === 0) return;
    this.count(kind, count, bytes);
    this.onShed();
  }

  /** True if more is in use than the budget allows, with nothing left to evict. */
  get isFull(): boolean {
    return this.used > this.limit;
  }

  /** Bytes in use by kind. */
  get usage(): readonly { readonly kind: string; readonly bytes: number }[] {
    return this.accounts.map(({ kind, bytes }) => ({ kind, bytes }));
  }

  /** Of every kind of which something was evicted. */
  get shed(): readonly ShedTotal[] {
    return Array.from(this.totals, ([kind, total]) => ({ kind, ...total }));
  }

  /** For accounts. */
  add(bytes: number): void {
    this.used += bytes;
    if (bytes > 0 && this.used > this.shedAbove) this.makeRoom();
    else if (this.shedAbove > this.limit && this.used <= this.limit) this.shedAbove = this.limit;
  }

  private count(kind: string, count: number, bytes: number): void {
    const total = this.totals.get(kind) ?? { count: 0, bytes: 0 };
    this.totals.set(kind, { count: total.count + count, bytes: total.bytes + bytes });
  }

  private makeRoom(): void {
    this.onPressure(this.used / this.limit);
    if (this.used <= this.limit) {
      this.shedAbove = this.used > this.limit / 2 ? this.limit : this.limit / 2;
      return;
    }
    const enough = this.limit * (1 - freedAtOnce);
    const isEnough = (): boolean => this.used <= enough;
    let all = 0;
    for (const { kind, shed } of this.shedders) {
      if (isEnough()) break;
      const before = this.used;
      const count = shed(isEnough);
      if (count > 0) this.count(kind, count, before - this.used);
      all += count;
    }
    this.shedAbove = Math.max(this.limit, this.used + this.limit * (freedAtOnce / 4));
    if (all > 0) this.onShed();
  }
}

/** The part of a budget that one kind takes. */
export class MemoryAccount {
  bytes = 0;

  constructor(
    private readonly budget: MemoryBudget,
    readonly kind: string,
    private readonly max: number,
  ) {}

  /** Counts bytes that are taken (or given back, below 0), and has others shed for them. */
  add(bytes: number): void {
    this.bytes += bytes;
    this.budget.add(bytes);
  }

  /** Tells whether the account may take so many more; sheds what is less valuable for them. */
  hasRoom(bytes: number): boolean {
    if (this.bytes + bytes > this.max) return false;
    this.add(bytes);
    const { isFull } = this.budget;
    this.add(-bytes);
    return !isFull;
  }
}

/** The share of one owner in an account, given back as a whole. */
export class MemoryShare {
  bytes = 0;

  constructor(private readonly account: MemoryAccount) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.account.add(bytes);
  }

  clear(): void {
    this.add(-this.bytes);
  }
}
