// Writes down, as JSON, what a start would otherwise read and check again: see src/contract/frozen-data.ts.
const dist = new URL('../../dist/src/', import.meta.url);
const load = (path) => import(new URL(path, dist).href);

const { freeze } = await load('contract/frozen-data.js');

const { frozenDocument, loadDocument } = await load('contract/load-document.js');
const { packageFile } = await load('contract/package-root.js');
const openapi = packageFile('openapi.yaml');
freeze(frozenDocument, [openapi], (await loadDocument(openapi)).document);

const { frozenTariffs, tariffFiles } = await load('service/rates/frozen-tariffs.js');
const { readTariffSource, tariffFolder } = await load('service/rates/tariff-source.js');
freeze(frozenTariffs, tariffFiles(), readTariffSource(tariffFolder));

const { frozenScenarios, scenarioSources } = await load('scenarios/frozen-scenarios.js');
const { readFrozenScenarios } = await load('scenarios/load-scenarios.js');
const { loadContract } = await load('contract/contract.js');
freeze(frozenScenarios, scenarioSources(), readFrozenScenarios(await loadContract()));

const { writeFileSync } = await import('node:fs');
const { frozenValidators } = await load('contract/frozen-validators.js');
const { validatorModule } = await load('contract/freeze-validators.js');
const { document, operations } = await loadContract();
writeFileSync(frozenValidators, validatorModule(openapi, document, operations));
