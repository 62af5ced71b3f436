import { NotJudgedError } from '../../conformance/target/not-judged-error.js';

type Pair = readonly [name: string, value: string];

/** The headers of a response that nobody recorded: a rule that looks for one can't be judged. */
export class UnrecordedHeaders extends Array<Pair> {
  override find(): never {
    throw new NotJudgedError('the headers were not recorded');
  }

  override filter(): never {
    throw new NotJudgedError('the headers were not recorded');
  }
}
