// Writes down, as JSON, what a start would otherwise read and check again: see src/contract/precompiled/precompiled-data.ts.
const dist = new URL('../../dist/src/', import.meta.url);
const load = (path) => import(new URL(path, dist).href);

const { writePrecompiled } = await load('contract/precompiled/precompiled-data.js');

const { documentFile, loadDocument } = await load('contract/document/load-document.js');
const { packageFile } = await load('contract/package-root.js');
const openapi = packageFile('openapi.yaml');
writePrecompiled(documentFile, [openapi], (await loadDocument(openapi)).document);

const { tariffsFile, tariffFiles } = await load('shipping/rates/tariff-book/precompiled-tariffs.js');
const { readTariffSource, tariffFolder } = await load('shipping/rates/tariff-book/tariff-source.js');
writePrecompiled(tariffsFile, tariffFiles(), readTariffSource(tariffFolder));

const { shippedScenarios } = await load('shipping/shipped-scenarios.js');
const { scenarioSources } = await load('scenarios/files/precompiled-scenarios.js');
const { scenariosToPrecompile } = await load('scenarios/files/load-scenarios.js');
const { loadContract } = await load('contract/contract.js');
const { folder, precompiled } = shippedScenarios;
const scenarios = scenariosToPrecompile(folder, await loadContract());
writePrecompiled(precompiled, scenarioSources(folder, openapi), scenarios);

const { writeFileSync } = await import('node:fs');
const { validatorsFile } = await load('contract/precompiled/precompiled-validators.js');
const { validatorModule } = await load('contract/precompiled/precompile-validators.js');
const { document, operations } = await loadContract();
writeFileSync(validatorsFile, validatorModule(openapi, document, operations));
