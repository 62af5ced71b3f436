import type { BodyProblem } from '../cases/case.js';
import { requestHeader } from '../cases/request.js';
import type { ResponseScope } from '../rules/rule.js';
import { kindOfBreach, placeOf, type FailureGroup } from './failure-group.js';

/** Rules that a response breaks which nobody can read. */
const unreadable: ReadonlySet<string> = new Set([
  'http/complete-message',
  'http/valid-json',
  'envelope/object',
]);

/** A group with what it is compared by. */
export class ComparedGroup {
  readonly cases: ReadonlySet<string>;
  readonly place: string;
  readonly kind: string;
  /** Of each case that is wrong on purpose, the wrong places, without indexes. */
  private readonly wrong: readonly (readonly string[])[];

  constructor(
    readonly group: FailureGroup,
    problems: ReadonlyMap<string, readonly BodyProblem[]>,
  ) {
    this.cases = new Set(group.cases);
    const { case: shown } = group.exchange;
    this.wrong = group.cases
      // Cases that follow responses are in no plan.
      .map((id) =>
        (problems.get(id) ?? (id === shown.id ? shown.problems : [])).map(({ pointer }) =>
          placeOf({ pointer }),
        ),
      )
      .filter((places) => places.length > 0);
    this.place = placeOf(group.breach);
    this.kind = kindOfBreach(group.breach);
  }

  /** The generality of a finding: the status more than the rest of the response, the whole response more than a field of it. */
  get generality(): number {
    const { document, ...scope } = this.group.rule.appliesTo;
    return (
      (this.place === '' ? 8 : 0) +
      (this.kind.startsWith('status ') ? 4 : 0) +
      (Object.keys(scope).length === 0 ? 2 : 0) +
      (document === 'any' ? 1 : 0)
    );
  }

  /** True if a request that should have been refused for its key was not. */
  get isUnrefusedKey(): boolean {
    const { accept } = this.group.exchange.case;
    return (
      this.place === '' && this.kind.startsWith('status ') && accept.includes(401) && !accept.includes(200)
    );
  }

  /** True if bodies that are wrong were accepted. */
  get isAccepted(): boolean {
    const isAboutKey = this.group.exchange.case.accept.includes(401);
    return this.place === '' && this.kind.startsWith('status 2') && this.wrong.length > 0 && !isAboutKey;
  }

  /** True if the whole response is wrong: its status, or because nobody can read it. */
  get isOfWhole(): boolean {
    return this.place === '' && (this.kind.startsWith('status ') || unreadable.has(this.group.rule.id));
  }

  /** True if the envelope says another status than HTTP. */
  get isMismatch(): boolean {
    return this.group.rule.id === 'envelope/response-code' && /is "\d{3}"/.test(this.group.breach.actual);
  }

  /** The kind of request that got a wrong status, and the status. Of bodies that were accepted, the places decide what the mistake is. */
  get misanswered(): string | undefined {
    const [, status = ''] = /^status (\d\d\d)\b/.exec(this.group.breach.actual) ?? [];
    if (this.place !== '' || status === '') return undefined;
    const { case: item, request } = this.group.exchange;
    const isServed = status.startsWith('2');
    if (isServed && item.accept[0] === 404) return `${status} for what does not exist`;
    if (item.problems.length > 0) return isServed ? undefined : `${status} for what is wrong`;
    if (item.accept.some((one) => one < 300))
      return status === '400' ? undefined : `${status} for what is right`;
    if (!item.accept.includes(401)) return `${status} for ${item.accept.join()}`;
    // Whoever says what is wrong with the body has admitted the key.
    if (!isServed && (status !== '400' || this.isAboutKey)) return `${status} for a key`;
    return `admitted ${requestHeader(request, 'Authorization')?.trim() ?? ''}`;
  }

  private get isAboutKey(): boolean {
    const { outcome } = this.group.exchange;
    return outcome.kind === 'response' && /key|auth|token|credential/i.test(outcome.body.toString('latin1'));
  }

  /** The status of a refusal that should have had another one, and that one; undefined for bodies that are wrong. */
  get otherRefusal(): { readonly status: string; readonly wanted: number } | undefined {
    const [, status] = /^status (4\d\d)$/.exec(this.group.breach.actual) ?? [];
    const { accept, problems } = this.group.exchange.case;
    const wanted = accept.find((one) => one >= 400);
    if (this.place !== '' || status === undefined || wanted === undefined) return undefined;
    return problems.length > 0 ? undefined : { status, wanted };
  }

  /** True if it is about what a target says of wrong bodies. */
  get isWording(): boolean {
    return (this.group.rule.appliesTo as ResponseScope).invalidBody === true;
  }

  get wrongPlaces(): readonly string[] {
    return this.wrong.flat();
  }

  /** The wrong places that were accepted; where these were alone in some bodies, those. */
  get acceptedPlaces(): ReadonlySet<string> {
    const alone = this.wrong.filter((places) => places.length === 1);
    return new Set((alone.length > 0 ? alone : this.wrong).flat());
  }

  /** Returns whether every case has one of the places wrong. */
  isAbout(places: ReadonlySet<string>): boolean {
    return this.wrong.length > 0 && this.wrong.every((some) => some.some((place) => places.has(place)));
  }

  isWithin(other: ComparedGroup): boolean {
    return this.cases.size <= other.cases.size && [...this.cases].every((id) => other.cases.has(id));
  }
}
