import { responseBodyValidator } from '../../contract/contract.js';
import type { MaybePromise } from '../../state/state.js';
import { refusal, valueOf } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';

/** The last stage: the operation answers. With --validate-responses the answer is held against the document. */
export function runOperation(exchange: Exchange): MaybePromise<Answer | undefined> {
  if (exchange.match.kind !== 'operation') return undefined;
  const answer = exchange.match.served.answer(exchange);
  if (!exchange.mock.validateResponses) return answer;
  return answer instanceof Promise
    ? answer.then((late) => checked(exchange, late))
    : checked(exchange, answer);
}

function checked(exchange: Exchange, answer: Answer): Answer {
  const { mock, match } = exchange;
  if (match.kind !== 'operation' || !answer.isJson) return answer;
  const { operation } = match.served;
  const validate = responseBodyValidator(
    mock.contract,
    operation,
    answer.status,
    answer.headers['Content-Type'],
  );
  const problems = validate ? mock.contract.validators.problems(validate, valueOf(answer), 'response') : [];
  if (problems.length === 0) return answer;
  const texts = problems.map(({ text }) => text);
  return refusal(exchange, 500, `The answer of ${operation.id} breaks the document`, texts);
}
