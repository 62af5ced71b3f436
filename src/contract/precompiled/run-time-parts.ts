/**
 * The modules that the code of validators asks for by `require`: small parts of Ajv and of ajv-formats, which Ajv's own code
 * names so, and one of ours. Compiled documents get them from here, whether or not there is a `require`.
 */
import * as equal from 'ajv/dist/runtime/equal.js';
import * as ucs2length from 'ajv/dist/runtime/ucs2length.js';
import * as formats from 'ajv-formats/dist/formats.js';
import type { Format } from 'ajv/dist/2020.js';
import firstDuplicate from '../validation/first-duplicate.js';
import { linearFormats } from '../validation/linear-formats.js';

type Formats = Readonly<Record<string, Format>>;

/** Bundlers and Node put what a CommonJS module exports at different depths. */
function exported(module: object, name: string): unknown {
  let part = module as Record<string, unknown>;
  while (part[name] === undefined || (name === 'default' && typeof part[name] === 'object'))
    part = part.default as Record<string, unknown>;
  return part[name];
}

const fullFormats = exported(formats, 'fullFormats') as Formats;

/**
 * @param isTrusted whether the document is one's own; for another one, formats take linear time
 * @throws Error for a part that only another version of Drydock has
 */
export function runTimeParts(isTrusted: boolean): (name: string) => object {
  const parts: Readonly<Record<string, object>> = {
    'ajv/dist/runtime/equal': { default: exported(equal, 'default') },
    'ajv/dist/runtime/ucs2length': { default: exported(ucs2length, 'default') },
    'ajv-formats/dist/formats': {
      fullFormats: isTrusted ? fullFormats : { ...fullFormats, ...linearFormats(fullFormats) },
    },
    'drydock-kit/first-duplicate': { default: firstDuplicate },
  };
  return (name) => {
    const part = parts[name];
    if (part) return part;
    throw new Error(
      `The compiled document needs ${name}, which this version of Drydock does not have; compile it again.`,
    );
  };
}
