/** Runs the contract suite against one service of another document, as `drydock verify --spec` does. */
import { loadContract } from '../../src/contract/load-contract.js';
import type { Contract } from '../../src/contract/contract.js';
import { packageFile } from '../../src/contract/package-root.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { verify } from '../../src/conformance/run/verify.js';
import { credentialsOf } from './credentials.js';
import type { DocumentService } from './document-service.js';

/** The suite's verdict on one server. */
export interface ServiceResult {
  readonly service: string;
  readonly kind: 'correct' | 'fault' | 'variant';
  readonly change: string | undefined;
  /** `warns` where it warns of something, and fails nothing. */
  readonly verdict: 'fails' | 'warns' | 'passes';
  /** Failures, or else warnings. */
  readonly says: readonly string[];
  readonly requests: number;
  readonly seconds: number;
}

const rules = await loadRules();
const contracts = new Map<string, Promise<Contract>>();

/** @param isEnough whether a failure ends the run, told as `says` has it */
export async function checkService(
  service: DocumentService,
  kind: ServiceResult['kind'],
  change: string | undefined,
  isEnough: (said: string) => boolean,
): Promise<ServiceResult> {
  const contract = await contractOf(service);
  const server = await service.listen(change);
  const { url } = server;
  const startedAt = performance.now();
  const said: { FAIL: string[]; WARN: string[] } = { FAIL: [], WARN: [] };
  let requests = 0;
  try {
    const { allowWrites, headers } = service;
    const { auth, headers: others } = credentialsOf(contract, headers);
    for await (const event of verify({
      url,
      contract,
      rules,
      allowWrites,
      auth,
      headers: others,
      maxTimeSeconds: 300,
    })) {
      if (event.type === 'case') requests += 1;
      if (event.type !== 'failure') continue;
      const { rule, operation, title, actual, verdict } = event.failure;
      const text = `${rule.id} on ${operation}, ${title}: ${actual}`;
      said[verdict].push(text);
      if (verdict === 'FAIL' && isEnough(text)) break;
    }
  } finally {
    await server.close();
  }
  const { FAIL, WARN } = said;
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const verdict = FAIL.length > 0 ? 'fails' : WARN.length > 0 ? 'warns' : 'passes';
  return {
    service: service.name,
    kind,
    change,
    verdict,
    says: FAIL.length > 0 ? FAIL : WARN,
    requests,
    seconds,
  };
}

export function contractOf({ name, document }: DocumentService): Promise<Contract> {
  const known = contracts.get(name) ?? loadContract(packageFile('kill-matrix', 'documents', name, document));
  contracts.set(name, known);
  return known;
}
