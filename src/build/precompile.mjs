// Writes what a start would otherwise read, check and compile: see src/contract/precompiled/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadModules } from './load-modules.mjs';

const dist = new URL('../../dist/src/', import.meta.url);
const modules = await loadModules(
  'precompile',
  'contract/precompiled/precompiled-data.ts',
  'contract/precompiled/precompiled-lines.ts',
  'contract/precompiled/precompile-validators.ts',
  'fetch/compile/compiled-module.ts',
  'fetch/compile/needed-validators.ts',
  'journal/verification/verification-schema.ts',
  'contract/load-contract.ts',
  'scenarios/files/load-scenarios.ts',
  'scenarios/files/precompiled-scenarios.ts',
  'shipping/shipping-service.ts',
  'shipping/rates/tariff-book/precompiled-tariffs.ts',
  'scenarios/schema/scenario-schema.ts',
  'shipping/logos/courier-logo.ts',
  'shipping/catalogue/catalogue-file.ts',
  'shipping/rates/geography/read-zip3.ts',
  'shipping/rates/tariff-book/tariff-source.ts',
  'control/control-contract.ts',
);
const {
  writePrecompiled,
  lineTreeOf,
  validatorModule,
  ownValidatorsCode,
  compiledDocumentCode,
  jsonCode,
  neededValidators,
  verificationSchema,
  loadContract,
  scenariosToPrecompile,
  scenarioSources,
  shippingService,
  tariffFolder,
  tariffsFile,
  tariffFiles,
  scenarioSchema,
  courierLogo,
  courierSlugs,
  readCatalogueFile,
  readZip3,
  readTariffSource,
  controlDocument,
  precompiledControl,
} = modules;

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

// Responses of the control API are not checked.
await precompile(controlDocument, precompiledControl, ({ pointer }) => !pointer.includes('/responses/'));
const contract = await precompile(file, precompiled, () => true);
writePrecompiled(precompiled.lines, [file], lineTreeOf(contract.document, contract.lineOf));
const saved = scenariosToPrecompile(scenarios, contract);
writePrecompiled(precompiled.scenarios, scenarioSources(scenarios, file), saved);
const tariffs = readTariffSource(tariffFolder);
writePrecompiled(tariffsFile, tariffFiles(), tariffs);

// The same as modules, for what has no files: src/fetch.
const folder = new URL('fetch/precompiled/', dist);
mkdirSync(folder, { recursive: true });
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
  writeFileSync(new URL(`${name}.js`, folder), `export default ${code};\n`);
