import type { Contract } from '../../contract/contract.js';
import { loadContract } from '../../contract/load-contract.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

/** A document with an operation for each way of asking for credentials. */
export function guardedContract(): Promise<Contract> {
  return loadContract(temporaryFile('guarded.yaml', guarded));
}

const guarded = `
openapi: 3.1.0
info: {title: Guarded, version: 1.0.0}
paths:
  /basic: {get: {operationId: basic, security: [{basic: []}], responses: {'200': {description: d}}}}
  /query: {get: {operationId: query, security: [{in-query: []}], responses: {'200': {description: d}}}}
  /both: {get: {operationId: both, security: [{in-cookie: [], token: []}], responses: {'200': {description: d}}}}
  /either: {get: {operationId: either, security: [{tls: []}, {in-query: []}], responses: {'200': {description: d}}}}
  /optional: {get: {operationId: optional, security: [{token: []}, {}], responses: {'200': {description: d}}}}
components:
  securitySchemes:
    basic: {type: http, scheme: basic}
    in-query: {type: apiKey, in: query, name: api_key}
    in-cookie: {type: apiKey, in: cookie, name: sid}
    token: {type: oauth2, flows: {}}
    tls: {type: mutualTLS}
`;
