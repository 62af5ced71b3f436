import type { ErrorObject } from './validate-function.js';

/** Validates a value against a schema object of the document; undefined when the object is not in the document. */
export type ValidateBranch = (schema: object, value: unknown) => readonly ErrorObject[] | undefined;

/**
 * Replaces each failed `oneOf` or `anyOf` by the errors of the nearest branch, so that a client reads
 * "pet.barks is required" and not "must match exactly one schema in oneOf". A `discriminator` decides where there is one.
 */
export function explainUnions(
  errors: readonly ErrorObject[],
  validate: ValidateBranch,
): readonly ErrorObject[] {
  const union = outermostUnion(errors);
  if (!union) return errors;
  const branches = (union.schema as object[]).map((schema) => ({
    schema,
    errors: validate(schema, union.data) ?? [],
  }));
  const ofBranches = new Set(
    branches.flatMap((branch) =>
      branch.errors.map((error) => keyOf(union.instancePath + error.instancePath, error)),
    ),
  );
  const others = errors.filter(
    (error) => error !== union && !ofBranches.has(keyOf(error.instancePath, error)),
  );
  return [...explainUnions(others, validate), ...explained(union, branches, validate)];
}

function outermostUnion(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const unions = errors.filter(
    ({ keyword, schema }) => (keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(schema),
  );
  return unions.reduce<ErrorObject | undefined>(
    (outer, union) => (!outer || union.instancePath.length < outer.instancePath.length ? union : outer),
    undefined,
  );
}

/** The errors of the nearest branch. */
function explained(
  union: ErrorObject,
  branches: readonly Branch[],
  validate: ValidateBranch,
): readonly ErrorObject[] {
  // More than one branch fits, or none can be examined: the union's own error is the clearest.
  if (branches.some((branch) => branch.errors.length === 0)) return [union];
  const nearest =
    chosenByDiscriminator(union, branches) ??
    branches.reduce((a, b) => (distance(b.errors) < distance(a.errors) ? b : a));
  return explainUnions(nearest.errors, validate).map((error) => ({
    ...error,
    instancePath: union.instancePath + error.instancePath,
  }));
}

function keyOf(instancePath: string, { keyword, params }: ErrorObject): string {
  return `${instancePath} ${keyword} ${JSON.stringify(params)}`;
}

/** Wrong types and constants count more than missing fields: they show that another branch was meant. */
function distance(errors: readonly ErrorObject[]): number {
  return errors.reduce((sum, { keyword, instancePath }) => {
    const decisive = keyword === 'const' || keyword === 'enum' || (keyword === 'type' && instancePath === '');
    return sum + (decisive ? 10 : 1);
  }, 0);
}

interface Branch {
  readonly schema: object;
  readonly errors: readonly ErrorObject[];
}

/** The branch that the value names (OpenAPI 3.1, Discriminator Object). */
function chosenByDiscriminator(union: ErrorObject, branches: readonly Branch[]): Branch | undefined {
  const { discriminator } = (union.parentSchema ?? {}) as {
    discriminator?: { propertyName: string; mapping?: Record<string, string> };
  };
  if (!discriminator || typeof union.data !== 'object' || union.data === null) return undefined;
  const named = (union.data as Record<string, unknown>)[discriminator.propertyName];
  if (typeof named !== 'string') return undefined;
  const target = discriminator.mapping?.[named] ?? named;
  return branches.find(({ schema }) => {
    const reference = (schema as { $ref?: string }).$ref;
    return reference === target || reference?.endsWith(`/${target}`);
  });
}
