import type { Contract } from '../../contract/contract.js';
import { toPointer } from '../../contract/json-pointer.js';
import { ValueGenerator } from '../../values/value-generator.js';
import { contentActions } from './content-paths.js';
import { inferResources } from './infer-resources.js';
import type { Resource } from './resource.js';

/**
 * Describes what a mock with --stateful remembers, and which operations are of no resource.
 *
 * @throws OptionError for an `x-drydock-resource` that can't be followed
 */
export function describeResources(contract: Contract) {
  const generator = new ValueGenerator(contract.document, 'response', contract.validators.patternWork);
  const { all, of } = inferResources(contract, generator);
  const actionOf = contentActions(contract);
  const ofContents = contract.operations.filter((one) => !of(one) && actionOf(one) !== undefined);
  const contents = [...new Set(ofContents.map(({ path }) => path))].map((path) => ({
    ...{ path, items: 'a content', belongsTo: undefined },
    operations: ofContents
      .filter((one) => one.path === path)
      .map((one) => ({
        ...{ id: one.id, action: actionOf(one) ?? 'read', method: one.method.toUpperCase(), path },
        body: undefined,
      })),
  }));
  const resources = all.map((resource) => ({
    path: resource.path,
    items: itemsOf(resource),
    belongsTo: resource.parent?.path,
    operations: resource.operations.map(({ operation, action, response }) => ({
      ...{ id: operation.id, action, method: operation.method.toUpperCase(), path: operation.path },
      // The item or the list in a success, where the response says one.
      body: response && toPointer(response),
    })),
  }));
  const others = contract.operations.filter((one) => !of(one) && !ofContents.includes(one));
  return { resources: [...resources, ...contents], others: others.map(({ id }) => id) };
}

/** Such as `items by petId`, or `a single item`. */
function itemsOf({ isSingle, isOpen, parameter, idField }: Resource): string {
  if (isSingle) return 'a single item';
  const said = idField === undefined ? 'items that say no id' : `items by ${idField}`;
  const ids = parameter === undefined || parameter.name === idField ? said : `${said} as {${parameter.name}}`;
  return isOpen ? `${ids}, one for any id` : ids;
}
