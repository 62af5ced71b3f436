import type { Contract } from '../../contract/contract.js';
import { toPointer } from '../../contract/json-pointer.js';
import { ValueGenerator } from '../../values/value-generator.js';
import { inferResources } from './infer-resources.js';
import type { Action, Resource } from './resource.js';

/** The resources of a document for a person or a program. */
export interface DescribedResources {
  readonly resources: readonly DescribedResource[];
  /** Ids of the operations of no resource. */
  readonly others: readonly string[];
}

/** One resource. */
export interface DescribedResource {
  readonly path: string;
  /** Such as `items by petId, said in id`, or `a single item`. */
  readonly items: string;
  /** The path of the resource that its items belong to. */
  readonly belongsTo: string | undefined;
  readonly operations: readonly DescribedOperation[];
}

/** One operation of a resource. */
export interface DescribedOperation {
  readonly id: string;
  readonly action: Action;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  /** JSON pointer of the item or the list in a success; undefined where the response says neither. */
  readonly body: string | undefined;
}

/** Describes what a mock with --stateful remembers. @throws OptionError for an `x-drydock-resource` that can't be followed */
export function describeResources(contract: Contract): DescribedResources {
  const generator = new ValueGenerator(contract.document, 'response', contract.validators.patternWork);
  const { all, of } = inferResources(contract, generator);
  return {
    resources: all.map((resource) => ({
      path: resource.path,
      items: itemsOf(resource),
      belongsTo: resource.parent?.path,
      operations: resource.operations.map(({ operation, action, response }) => ({
        ...{ id: operation.id, action, method: operation.method.toUpperCase(), path: operation.path },
        body: response && toPointer(response),
      })),
    })),
    others: contract.operations.filter((operation) => !of(operation)).map(({ id }) => id),
  };
}

function itemsOf({ isSingle, isOpen, parameter, idField }: Resource): string {
  if (isSingle) return 'a single item';
  const said = idField === undefined ? 'items that say no id' : `items by ${idField}`;
  const ids = parameter === undefined || parameter.name === idField ? said : `${said} as {${parameter.name}}`;
  return isOpen ? `${ids}, one for any id` : ids;
}
