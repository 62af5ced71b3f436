import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import { dataFile, packageFile } from '../contract/package-root.js';

/** The document of the control API. */
export const controlDocument = fileURLToPath(dataFile('control/control-api.yaml'));

/** The files that the build makes of it; the same files for the sources and for the built code. */
export const precompiledControl = {
  document: builtFile('document.json'),
  validators: builtFile('validators.cjs'),
};

function builtFile(name: string): URL {
  return pathToFileURL(packageFile('dist', 'src', 'control', 'precompiled', name));
}

/** The control API as its document describes it. */
export function loadControlContract(): Promise<Contract> {
  return loadContract(controlDocument, { strict: true, precompiled: precompiledControl });
}
