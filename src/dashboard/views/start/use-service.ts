import { controlBase } from '../../control/control-api.js';
import { useLoaded } from '../../parts/hooks.js';
import { versions } from '../../state/world.js';
import { readDocument, type ReferenceDocument } from '../../reference/document/read-document.js';

/** The mocked document, as the reference shows it; read again when the mock has loaded it anew. */
export function useService(): ReferenceDocument | undefined {
  return useLoaded(async () => {
    const response = await fetch(`${controlBase}docs/openapi.json`);
    return readDocument((await response.json()) as unknown);
  }, [versions.reloaded.value]).value;
}
