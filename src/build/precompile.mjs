// Writes what a start would otherwise read, check and compile: see src/contract/precompiled/.
import { mkdirSync, writeFileSync } from 'node:fs';

const dist = new URL('../../dist/src/', import.meta.url);
const load = (path) => import(new URL(path, dist).href);

const { writePrecompiled } = await load('contract/precompiled/precompiled-data.js');
const { lineTreeOf } = await load('contract/precompiled/precompiled-lines.js');
const { validatorModule, ownValidatorsCode } = await load('contract/precompiled/precompile-validators.js');
const { compiledDocumentCode, jsonCode } = await load('fetch/compile/compile-document.js');
const { neededValidators } = await load('fetch/compile/needed-validators.js');
const { verificationSchema } = await load('journal/verification/verification-schema.js');
const { loadContract } = await load('contract/load-contract.js');
const { scenariosToPrecompile } = await load('scenarios/files/load-scenarios.js');
const { scenarioSources } = await load('scenarios/files/precompiled-scenarios.js');
const { shippingService } = await load('shipping/shipping-service.js');
const { tariffFolder, tariffsFile, tariffFiles } = await load(
  'shipping/rates/tariff-book/precompiled-tariffs.js',
);
const { scenarioSchema } = await load('scenarios/schema/scenario-schema.js');
const { courierLogo, courierSlugs } = await load('shipping/logos/courier-logo.js');
const { readCatalogueFile } = await load('shipping/catalogue/catalogue-file.js');
const { readZip3 } = await load('shipping/rates/geography/read-zip3.js');
const { readTariffSource } = await load('shipping/rates/tariff-book/tariff-source.js');

const { controlDocument, precompiledControl } = await load('control/control-contract.js');

const { document: file, scenarios, precompiled } = shippingService();

/** The parsed document and its validators. */
async function precompile(file, { document, validators }, isNeeded) {
  mkdirSync(new URL('.', document), { recursive: true });
  const contract = await loadContract(file, { strict: true });
  writePrecompiled(document, [file], contract.document);
  const needed = neededValidators(contract).filter(isNeeded);
  writeFileSync(validators, validatorModule(file, contract.document, needed));
  return contract;
}

// What the control API answers is not checked.
await precompile(controlDocument, precompiledControl, ({ pointer }) => !pointer.includes('/responses/'));
const contract = await precompile(file, precompiled, () => true);
writePrecompiled(precompiled.lines, [file], lineTreeOf(contract.document, contract.lineOf));
const saved = scenariosToPrecompile(scenarios, contract);
writePrecompiled(precompiled.scenarios, scenarioSources(scenarios, file), saved);
const tariffs = readTariffSource(tariffFolder);
writePrecompiled(tariffsFile, tariffFiles(), tariffs);

// The same as modules, for what has no files: src/fetch.
const modules = new URL('fetch/precompiled/', dist);
mkdirSync(modules, { recursive: true });
const logos = Object.fromEntries(courierSlugs().map((slug) => [slug, courierLogo(slug)]));
const exported = {
  'shipping-document': compiledDocumentCode(contract, { file: 'openapi.yaml', isTrusted: true }),
  'shipping-scenarios': jsonCode(saved),
  tariffs: jsonCode({ tariffs, zip3: readZip3() }),
  categories: jsonCode(readCatalogueFile()),
  logos: jsonCode(logos),
  'own-schemas': ownValidatorsCode({ scenario: scenarioSchema, verification: verificationSchema }),
};
for (const [name, code] of Object.entries(exported))
  writeFileSync(new URL(`${name}.js`, modules), `export default ${code};\n`);
