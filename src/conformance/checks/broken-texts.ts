import type { Breach } from '../rules/rule.js';
import type { CompletedExchange } from '../target/exchange.js';
import { elementsOf } from './envelope.js';

/** Texts that programs write in place of a value that they don't have, and a template that was not filled in. */
const broken = /\[object \w+\]|\bNaN\b|\bundefined\b|\{\{|\$\{/;

/** The first text of an element in `data` that says nothing, because the server had no value for it. */
export function brokenText(exchange: CompletedExchange): Breach | undefined {
  for (const [index, element] of elementsOf(exchange).entries())
    for (const [field, value] of Object.entries(element))
      if (typeof value === 'string' && broken.test(value))
        return {
          actual: `${field} is ${JSON.stringify(value.slice(0, 80))}`,
          pointer: `/data/${index}/${field}`,
          kind: 'a text of a program without a value',
        };
  return undefined;
}
