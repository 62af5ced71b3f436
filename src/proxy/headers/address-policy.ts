import type { IncomingMessage } from 'node:http';
import type { GatewayValues } from '../../options/proxy-options.js';
import type { Target } from '../target/target.js';
import { AddressMapping, type MappedFields } from './address-mapping.js';
import { fieldsForTarget } from './request-fields.js';

/** Options for the addresses that messages name. */
export type AddressOptions = Partial<Pick<GatewayValues, 'rewrite' | 'hostHeader' | 'via'>>;

/** The fields of messages on both sides of a proxy, as far as they name an address. */
export class AddressPolicy {
  private readonly mapping: AddressMapping | undefined;
  private readonly host: string | undefined;
  private readonly hasVia: boolean;

  constructor(target: Target, { rewrite = 'on', hostHeader = 'target', via = false }: AddressOptions) {
    this.mapping = rewrite === 'on' ? new AddressMapping(target) : undefined;
    this.host = hostHeader === 'target' ? target.host : undefined;
    this.hasVia = via;
  }

  /** The fields of a request as they go to the target. @param own scheme and authority by which the client reaches the proxy */
  request(request: IncomingMessage, own: string): MappedFields {
    const fields = fieldsForTarget(request, this.host, this.hasVia);
    if (this.mapping) return this.mapping.request(fields, own, this.host !== undefined);
    return { fields, mapped: [] };
  }

  /** The fields of a response of the target as they go to the client. */
  response(fields: readonly string[], own: string): MappedFields {
    return this.mapping?.response(fields, own) ?? { fields, mapped: [] };
  }
}
