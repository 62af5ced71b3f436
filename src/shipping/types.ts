/**
 * The service's terms as types, all taken from the types generated from the document: a changed schema is a compile
 * error wherever a handler, the rate engine or the suite relies on it.
 */
import type { components } from '../contract/generated/openapi.js';

type Schemas = components['schemas'];

/** Specification 2.2. */
export type Category = Schemas['Category'];
/** Specification 2.3; amounts in USD, `delivery_time` in hours. */
export type ShippingRate = Schemas['ShippingRate'];
/** Specification 4.2; weights in `weight_unit`, box sides in inches (LBS) or centimetres (KG). */
export type RateRequest = Schemas['RateRequest'];
export type Box = Schemas['Box'];
export type Item = Schemas['Item'];
export type Party = Schemas['Party'];
export type CountryCode = Schemas['CountryCode'];
/** Assumed: the specification shows no order (4.3). */
export type OrderRequest = Schemas['OrderRequest'];
export type Order = Schemas['Order'];
