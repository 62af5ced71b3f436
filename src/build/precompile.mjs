// Writes what a start would otherwise read, check and compile: see src/contract/precompiled/.
import { mkdirSync, writeFileSync } from 'node:fs';

const dist = new URL('../../dist/src/', import.meta.url);
const load = (path) => import(new URL(path, dist).href);

const { writePrecompiled } = await load('contract/precompiled/precompiled-data.js');
const { validatorModule } = await load('contract/precompiled/precompile-validators.js');
const { loadContract } = await load('contract/load-contract.js');
const { scenariosToPrecompile } = await load('scenarios/files/load-scenarios.js');
const { scenarioSources } = await load('scenarios/files/precompiled-scenarios.js');
const { shippingService } = await load('shipping/shipping-service.js');
const { tariffFolder, tariffsFile, tariffFiles } = await load(
  'shipping/rates/tariff-book/precompiled-tariffs.js',
);
const { readTariffSource } = await load('shipping/rates/tariff-book/tariff-source.js');

const { controlDocument, precompiledControl } = await load('control/control-contract.js');

const { document: file, scenarios, precompiled } = shippingService();

/** The parsed document and its validators. */
async function precompile(file, { document, validators }, ofResponses) {
  mkdirSync(new URL('.', document), { recursive: true });
  const contract = await loadContract(file, { strict: true });
  writePrecompiled(document, [file], contract.document);
  writeFileSync(validators, validatorModule(file, contract.document, contract.operations, ofResponses));
  return contract;
}

await precompile(controlDocument, precompiledControl, false);
const contract = await precompile(file, precompiled, true);
writePrecompiled(
  precompiled.scenarios,
  scenarioSources(scenarios, file),
  scenariosToPrecompile(scenarios, contract),
);
writePrecompiled(tariffsFile, tariffFiles(), readTariffSource(tariffFolder));
