import { getOrMake } from '../../../contract/get-or-make.js';
import { toPointer, valueAt } from '../../../contract/json-pointer.js';
import { fieldPath } from '../../../contract/validation/problem-text.js';
import type { Case } from '../../cases/case.js';
import { valuesIn } from '../../cases/generate/body-nodes.js';
import type { Planner } from '../../cases/planner.js';
import { withJson } from '../../cases/request.js';
import { plural } from '../../counting.js';
import type { Exchange } from '../../target/exchange.js';
import type { Sender } from '../../target/sender.js';

/** Why a target says nothing about the problems of a request: it rejects the valid one too, or never got it. */
interface Refusal {
  readonly kind: 'rejected' | 'unsent';
  /** A phrase. */
  readonly text: string;
}

interface NotJudged {
  readonly cases: number;
  /** The refusal of the smallest body, and its size. */
  readonly text: string;
  readonly size: number;
}

/** The valid requests beside invalid ones: a target with limits of its own rejects both, whatever is wrong in one of them. */
export class Controls {
  /** Why the target says nothing about invalid requests of a shape, by operation and body; undefined where it accepts the shape. */
  private readonly refusals = new Map<string, Promise<Refusal | undefined>>();
  /** The cases that were not judged, by the kind of refusal. */
  private readonly notJudged = new Map<Refusal['kind'], NotJudged>();

  /** @param received gets what came back for each control */
  constructor(
    private readonly sender: Sender,
    private readonly planner: Planner,
    private readonly received: (exchange: Exchange) => void,
  ) {}

  /** Why a case that seems to fail is not judged: the target rejects its control too. */
  async whyNotJudged(item: Case): Promise<string | undefined> {
    const key = keyOf(item);
    const refusal = await getOrMake(this.refusals, key, () => this.refusalOf(item));
    if (refusal === undefined) return undefined;
    const { kind, text } = refusal;
    const known = this.notJudged.get(kind);
    const example = known !== undefined && known.size <= key.length ? known : { text, size: key.length };
    this.notJudged.set(kind, { ...example, cases: (known?.cases ?? 0) + 1 });
    return text;
  }

  /** The cases that were not judged, a sentence for each kind of reason. */
  get notices(): string[] {
    return [...this.notJudged].map(([kind, { cases, text }]) => {
      const cause = kind === 'rejected' ? 'a valid one of the same shape is rejected as well; ' : '';
      return `Not judged: ${plural(cases, 'invalid request')}, because ${cause}${text}.`;
    });
  }

  private async refusalOf(item: Case): Promise<Refusal | undefined> {
    const { operation, control } = item;
    if (operation === undefined) return undefined;
    // Any other status has another cause than values, sizes and places that nothing forbids.
    const rejections = [...this.planner.rejectionStatuses, 413];
    const sent = await this.sender.send({
      ...item,
      id: `${item.id}#control`,
      ruleId: '',
      title: `${item.title}: the same request without that`,
      request: withJson(this.planner.request(operation), control),
      accept: [...this.planner.successStatuses(operation), ...rejections],
      problems: [],
      control: undefined,
    });
    const shape = shapeOf(control, this.planner.body(operation));
    if ('kind' in sent)
      return { kind: 'unsent', text: `a valid request ${shape} could not be sent: ${sent.reason}` };
    this.received(sent);
    const { outcome } = sent;
    if (outcome.kind === 'no response' || !rejections.includes(outcome.status)) return undefined;
    return { kind: 'rejected', text: `a valid request ${shape} got status ${outcome.status}` };
  }
}

/** Cases with the same operation and control share one request. */
function keyOf({ operation, control }: Case): string {
  return `${operation?.id ?? ''} ${JSON.stringify(control)}`;
}

/** The number of controls that are sent where every case seems to fail. */
export function countControls(cases: readonly Case[]): number {
  return new Set(cases.filter(({ control }) => control !== undefined).map(keyOf)).size;
}

/** The arrays that are longer in a body than in the plain valid one, as a phrase. */
function shapeOf(body: unknown, plain: unknown): string {
  const named = [...valuesIn(body)].flatMap(({ path, value }) => {
    const pointer = toPointer(path);
    const there = valueAt(plain, pointer);
    const isLonger = Array.isArray(value) && value.length > (Array.isArray(there) ? there.length : 0);
    const isInFirst = path.every((segment) => !/^[1-9]/.test(String(segment)));
    return isLonger && isInFirst
      ? [`${plural(value.length, 'element')} in ${fieldPath(pointer, 'body')}`]
      : [];
  });
  return named.length === 0 ? 'of the same shape' : `with ${named.slice(0, 3).join(' and ')}`;
}
