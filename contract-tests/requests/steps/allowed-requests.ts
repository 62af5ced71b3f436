import { changed } from '../../../src/conformance/cases/generate/body-nodes.js';
import { otherBody } from '../../../src/conformance/cases/bodies/other-body.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withHeaders, withJson, type RequestParts } from '../../../src/conformance/cases/request.js';
import { requestMediaOf, requestMediasOf } from '../../../src/conformance/document/request-media.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import type { ExistingThing } from '../../resources/steps/existing-things.js';
import type { AllowedRequest } from './allowed-request.js';
import { rareNames } from './edges.js';
import { otherBodies } from './allowed-bodies.js';
import { otherParameters } from './allowed-parameters.js';

/** Requests of one operation. */
const maxOfOperation = 120;

/** Requests that differ from the valid one in one thing, each of which the document allows. */
export function allowedRequests(planner: Planner, thing: ExistingThing): AllowedRequest[] {
  const valid = planner.request(thing.operation, thing.values);
  return [
    ...otherMediaTypes(planner, thing, valid),
    ...rareNames(planner, thing),
    ...otherParameters(planner, thing, valid),
    ...otherBodies(planner, thing, valid),
    ...otherForms(planner, thing, valid),
  ].slice(0, maxOfOperation);
}

/** Media types of what is stored as it is. */
const ofFiles = /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream)\b/i;

/** The valid request in each other media type, asking for each that is served, and with a charset. */
function otherMediaTypes(
  planner: Planner,
  { operation }: ExistingThing,
  valid: RequestParts,
): AllowedRequest[] {
  const { document } = planner.stated.contract;
  const body = planner.body(operation);
  const usual = requestMediaOf(operation)?.contentType;
  const sent = requestMediasOf(operation)
    .filter(({ contentType }) => contentType !== usual)
    .flatMap((media): AllowedRequest[] => {
      const { contentType, kind } = media;
      const title = `a body of ${contentType}`;
      if (kind === 'json' || kind === 'merge-patch')
        return [
          {
            detail: contentType,
            title,
            request: withJson(withHeaders(valid, { 'Content-Type': contentType }), body),
          },
        ];
      const other = otherBody(document, media, body);
      if (other === undefined) return [];
      const request = { ...withHeaders(valid, { 'Content-Type': other.contentType }), body: other.bytes };
      return [{ detail: contentType, title, request }];
    });
  const types = [...operation.responses]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { value }]) => Object.keys(value.content ?? {}));
  // A file has the one type of which it was made.
  const accepted = (types.some((type) => ofFiles.test(type)) ? [] : types).map((type): AllowedRequest => ({
    detail: `Accept ${type}`,
    title: `asking for ${type}`,
    request: withHeaders(valid, { Accept: type }),
  }));
  // A parameter that JSON doesn't define has no effect (RFC 8259 11).
  const withCharset: AllowedRequest[] =
    usual !== undefined && /^application\/json$/i.test(usual) && valid.body !== undefined
      ? [
          {
            detail: 'charset',
            title: `a body of ${usual}; charset=utf-8`,
            request: withHeaders(valid, { 'Content-Type': `${usual}; charset=utf-8` }),
          },
        ]
      : [];
  return [...sent, ...withCharset, ...new Map(accepted.map((one) => [one.detail, one])).values()];
}

/** A form without one of the fields that it need not have. */
function otherForms(planner: Planner, { operation }: ExistingThing, valid: RequestParts): AllowedRequest[] {
  const { stated } = planner;
  const media = requestMediaOf(operation);
  const body = planner.body(operation);
  if (media === undefined || !isObject(body) || !['form', 'multipart'].includes(media.kind)) return [];
  const accepts = stated.full.formAt(`${media.pointer}/schema`);
  return Object.keys(body).flatMap((name): AllowedRequest[] => {
    const other = changed(body, [name], undefined);
    const made = otherBody(stated.contract.document, media, other);
    if (made === undefined || !accepts({ value: structuredClone(other) })) return [];
    const request = { ...withHeaders(valid, { 'Content-Type': made.contentType }), body: made.bytes };
    return [{ detail: `without ${name}`, title: `a form without ${name}`, request }];
  });
}
