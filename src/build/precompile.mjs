// Writes what a start would otherwise read, check and compile: see src/contract/precompiled/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadModules } from './load-modules.mjs';

const dist = new URL('../../dist/src/', import.meta.url);
const source = await loadModules(
  'precompile',
  'contract/precompiled/precompiled-data.ts',
  'contract/precompiled/precompiled-lines.ts',
  'contract/precompiled/precompile-validators.ts',
  'fetch/compile/compiled-module.ts',
  'fetch/compile/needed-validators.ts',
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

const { document: file, scenarios, precompiled } = source.shippingService();

/** The parsed document and its validators. */
async function precompile(file, { document, validators }, isNeeded) {
  mkdirSync(new URL('.', document), { recursive: true });
  const contract = await source.loadContract(file, { strict: true });
  source.writePrecompiled(document, [file], contract.document);
  const needed = source.neededValidators(contract).filter(isNeeded);
  writeFileSync(validators, source.validatorModule(file, contract.document, needed));
  return contract;
}

// Responses of the control API are not checked.
const { document: controlDocument } = await precompile(
  source.controlDocument,
  source.precompiledControl,
  ({ pointer }) => !pointer.includes('/responses/'),
);
const contract = await precompile(file, precompiled, () => true);
source.writePrecompiled(precompiled.lines, [file], source.lineTreeOf(contract.document, contract.lineOf));
const saved = source.scenariosToPrecompile(scenarios, contract);
source.writePrecompiled(precompiled.scenarios, source.scenarioSources(scenarios, file), saved);
const tariffs = source.readTariffSource(source.tariffFolder);
source.writePrecompiled(source.tariffsFile, source.tariffFiles(), tariffs);

// The same as modules, for what has no files: src/fetch.
const folder = new URL('fetch/precompiled/', dist);
mkdirSync(folder, { recursive: true });
const logos = Object.fromEntries(source.courierSlugs().map((slug) => [slug, source.courierLogo(slug)]));
const { Verification, RequestExpectation, TextTest, ValueTest } = controlDocument.components.schemas;
const ofVerification = { RequestExpectation, TextTest, ValueTest };
const exported = {
  'shipping-document': source.compiledDocumentCode(contract, { file: 'openapi.yaml', isTrusted: true }),
  'shipping-scenarios': source.jsonCode(saved),
  tariffs: source.jsonCode({ tariffs, zip3: source.readZip3() }),
  categories: source.jsonCode(source.readCatalogueFile()),
  logos: source.jsonCode(logos),
  'own-schemas': source.ownValidatorsCode({
    scenario: source.scenarioSchema,
    verification: { ...Verification, components: { schemas: ofVerification } },
  }),
};
for (const [name, code] of Object.entries(exported))
  writeFileSync(new URL(`${name}.js`, folder), `export default ${code};\n`);
