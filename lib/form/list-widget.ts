import type { JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { own } from '../schema/schema-references.ts';
import { isSchema } from '../schema/subschemas.ts';
import { isOpenSchema } from './object-widget.ts';
import type { Description, Widget } from './widget.ts';

export function listWidget(keywords: JsonObject, describeItem: (item: Schema) => Description): Widget {
  const given = own(keywords, 'items');
  const prefix = (array(own(keywords, 'prefixItems')) ?? array(given) ?? []).filter(isSchema);
  const tail = array(given) ? own(keywords, 'additionalItems') : given;
  const items = tail === undefined ? true : isSchema(tail) ? tail : true;
  if (prefix.length === 0 && isOpenSchema(items)) return { kind: 'json', holds: 'list' };
  const inner = items === false || prefix.length > 0 ? undefined : describeItem(items);
  if (inner?.widget.kind === 'choice' && !inner.nullable) {
    const unique = own(keywords, 'uniqueItems') === true;
    return { kind: 'picks', options: inner.widget.options, items, unique };
  }
  return {
    kind: 'list',
    prefix,
    items: items === false ? undefined : items,
    minItems: count(own(keywords, 'minItems'), 0),
    maxItems: count(own(keywords, 'maxItems'), Infinity),
  };
}

function array<T>(value: T | T[] | undefined): T[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function count(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback;
}
