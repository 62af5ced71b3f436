import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { requestFields } from '../contract/request-fields.js';
import { jsonAnswer, jsonTextAnswer, refusal } from './answers.js';
import type { Answer, Exchange } from './exchange.js';
import type { Call, Handler, OperationId, Outcome, Success } from './operation-handler.js';
import { coveredField } from '../journal/coverage/coverage-marks.js';
import { parameterReader } from './routing/parameters.js';
import { acceptedBody } from './routing/request-body.js';
import { answerFromDocument } from '../foreign/prism/answer-from-document.js';
import type { ServedOperation } from './served-operation.js';

/** Prepares an operation for serving: validators, parameters, and who answers it. */
export function serveOperation(
  contract: Contract,
  operation: Operation,
  handler: Handler<OperationId> | undefined,
): ServedOperation {
  return {
    operation,
    scopes: scopesOf(operation),
    readParameters: parameterReader(contract, operation),
    body: acceptedBody(contract, operation),
    statusMarks: new Map(),
    fieldsMet: new WeakSet(),
    fields: requestFields(contract.document, operation).map((pointer) => coveredField(operation.id, pointer)),
    answeredBy: handler ? 'handler' : 'document',
    answer: handler ? answerFromHandler(handler) : answerFromDocument(contract, operation),
  };
}

function scopesOf(operation: Operation): string[] {
  return [...new Set(operation.security.flatMap((requirement) => Object.values(requirement).flat()))];
}

function isSuccess(outcome: object): outcome is Success<number, unknown> {
  return 'body' in outcome || 'bodyText' in outcome;
}

function answerFromHandler(handler: Handler<OperationId>): ServedOperation['answer'] {
  // A handler may return the same object each time; its bytes are made once.
  let latest: object | undefined;
  let latestAnswer: Answer | undefined;
  const asAnswer = (exchange: Exchange, outcome: Outcome<OperationId>): Answer => {
    if (!isSuccess(outcome)) return refusal(exchange, outcome.status, outcome.message, outcome.errors);
    if (outcome === latest && latestAnswer) {
      if (!latestAnswer.lasting) latestAnswer = asLasting(latestAnswer);
      return latestAnswer;
    }
    const { status } = outcome;
    if ('bodyText' in outcome) return jsonTextAnswer(status, outcome.bodyText);
    const answer = jsonAnswer(status, outcome.body);
    latest = outcome;
    latestAnswer = answer;
    return answer;
  };
  return (exchange) => {
    const { identity, value, parameters, origin } = exchange;
    const call = {
      body: value,
      path: parameters.path,
      sandbox: identity.sandbox,
      origin,
    } as Call<OperationId>;
    const outcome = handler(call);
    return outcome instanceof Promise
      ? outcome.then((late) => asAnswer(exchange, late))
      : asAnswer(exchange, outcome);
  };
}

/** All journals share one copy of a body that is sent again and again. */
function asLasting(answer: Answer): Answer {
  const { body = '', size } = answer;
  return {
    ...answer,
    lasting: { bytes: typeof body === 'string' ? Buffer.from(body) : body, size, lasting: true },
  };
}
