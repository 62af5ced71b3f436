import { controlBase, serviceAddress } from '../../control/control-api.js';
import { CodeBlock } from '../../parts/code/code-tabs.js';
import { curlCommand } from '../../parts/code/request-code.js';
import { ActLink } from '../../parts/controls.js';
import { useLoaded } from '../../parts/hooks.js';
import { Empty } from '../../parts/layout.js';
import { readDocument, type ReferenceDocument } from '../../reference/document/read-document.js';
import { hrefOf } from '../../routing/route.js';
import { exampleKey, scope } from '../../state/scope.js';
import { versions } from '../../state/world.js';
import { callable, exampleRequest } from './example-request.js';

interface FirstCallProps {
  readonly title: string;
  /** The first requests to come, and where they appear. */
  readonly idea: string;
  readonly isPanel?: boolean;
}

/** A list that waits for requests: a call that fills it, and the way to send one from here. */
export function FirstCall({ title, idea, isPanel = false }: FirstCallProps) {
  const service = useService();
  const first = service && callable(service)[0];
  const key = exampleKey(scope.value || undefined);
  return (
    <Empty
      tag="h2"
      kind={isPanel ? 'panel empty' : 'empty'}
      title={title}
      act={<ActLink kind="main-act" href={hrefOf(['start'])} label="Send the first one" />}
    >
      <p>{idea}</p>
      {service && first ? (
        <CodeBlock
          text={curlCommand(exampleRequest(first, serviceAddress + service.basePath, key))}
          label="A first request"
          wrap
        />
      ) : null}
    </Empty>
  );
}

/** The mocked document, as the reference shows it; read again when the mock has loaded it anew. */
export function useService(): ReferenceDocument | undefined {
  return useLoaded(async () => {
    const response = await fetch(`${controlBase}docs/openapi.json`);
    return readDocument((await response.json()) as unknown);
  }, [versions.reloaded.value]).value;
}
