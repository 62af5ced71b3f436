/**
 * The form in which a mock keeps its state in Redis. Raise it when a script reads or writes otherwise than before: two
 * versions of Drydock that differ in it refuse to share one prefix, and never misread each other's data.
 */
export const schemaVersion = '4';

/** Finds or takes the version of a base, as one step. KEYS[1] is the base. Replies with the version that is in force. */
export const claimSchema = `
local marker, base, call = KEYS[1] .. ':schema', KEYS[1], redis.call
local found = call('GET', marker)
if found == '${schemaVersion}' then return found end
local kept = call('EXISTS', base .. ':sandboxes', base .. ':journals', base .. ':keys', base .. ':default')
if kept > 0 then return found or 'none' end
call('SET', marker, '${schemaVersion}')
return '${schemaVersion}'`;

/** Part of every other script, so that a mock which runs already notices another version too. */
export const checkSchema = `
local schema = redis.call('GET', KEYS[1] .. ':schema')
if not schema then redis.call('SET', KEYS[1] .. ':schema', '${schemaVersion}')
elseif schema ~= '${schemaVersion}' then
  return redis.error_reply('SCHEMA the keys were written by another version of Drydock (schema ' .. schema .. ', this is ${schemaVersion})')
end
`;

/** Another version of Drydock keeps its state under this base. */
export class OtherSchemaError extends Error {
  constructor(found: string) {
    super(
      `it holds the state of another version of Drydock (schema ${found}, this is ${schemaVersion}); give it another ?prefix=NAME`,
    );
  }
}
