import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { Price } from '../../lib/price/price.ts';

export interface WhatIfProps {
  slug: string;
  fields: readonly RequestField[];
  input: JsonObject;
  price: { from: number; to: number; written: Price };
}
