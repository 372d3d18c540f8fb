import { isJsonObject, parseJson } from '../../../../lib/json/json.ts';
import { statement } from '../statement.ts';
import type { View } from './order-products.ts';

// What the writer derives of an API is what guests see of it. Here it is what another audience sees.

interface OwnOperation {
  key: number;
  status: number;
  groupIndex: number;
  priceFrom: number;
  priceTo: number;
  deprecated: number;
}

/** All operations of an API, online or not. */
export const allOperations = statement<OwnOperation>(
  `SELECT o.productKey AS key, p.status, o.groupIndex, p.priceFrom, p.priceTo, p.deprecated
     FROM ApiOperation o CROSS JOIN Product p ON p.key = o.productKey WHERE o.apiKey = ?`,
  `SELECT o.productKey AS key, p.status, o.groupIndex, p.priceFrom, p.priceTo, p.deprecated
     FROM ApiOperation o JOIN Product p ON p.key = o.productKey WHERE o.apiKey = ?`,
);

/** Undefined for an API with operations of which none is seen. */
export function apiSeen<Api extends { groups: string }>(
  api: Api,
  operations: readonly OwnOperation[],
  view: View,
) {
  const seen = operations.filter(({ key }) => !view.hidden.has(key));
  if (seen.length === 0 && operations.length > 0) return undefined;
  const { operations: count, groups: groupCount, deprecated, ...prices } = factsOf(seen);
  const groups = groupsSeen(api.groups, operations, view);
  return { ...api, ...prices, groups, groupCount, operations: count, deprecated: Number(deprecated) };
}

/** The card of an API in a list. */
export function cardSeen(card: string, operations: readonly OwnOperation[], view: View): string {
  const { deprecated: _, ...stored } = objectOf(card);
  const seen = operations.filter(({ key }) => !view.hidden.has(key));
  const { operations: count, groups, priceFrom: from, priceTo: to, deprecated } = factsOf(seen);
  const facts = { operations: count, groups, price: { from, to } };
  return JSON.stringify({ ...stored, ...facts, ...(deprecated && { deprecated }) });
}

function factsOf(operations: readonly OwnOperation[]) {
  const online = operations.filter(({ status }) => status === 1);
  return {
    operations: online.length,
    groups: new Set(online.map(({ groupIndex }) => groupIndex)).size,
    priceFrom: online.reduce((least, one) => Math.min(least, one.priceFrom), online[0]?.priceFrom ?? 0),
    priceTo: online.reduce((most, one) => Math.max(most, one.priceTo), 0),
    deprecated: online.length > 0 && online.every((one) => one.deprecated === 1),
  };
}

/** The groups of an API as JSON, without those of hidden operations alone. */
export function groupsSeen(groups: string, operations: readonly OwnOperation[], view: View): string {
  const gone = groupsGone(operations, view);
  if (gone.size === 0) return groups;
  const all: unknown = JSON.parse(groups);
  return JSON.stringify(Array.isArray(all) ? all.filter((_, index) => !gone.has(index)) : []);
}

/** Where a group is among those that are seen. */
export function placesOfGroups(operations: readonly OwnOperation[], view: View): (index: number) => number {
  const gone = groupsGone(operations, view);
  return (index) => index - [...gone].filter((one) => one < index).length;
}

function groupsGone(operations: readonly OwnOperation[], { hidden }: View): Set<number> {
  const gone = new Set(operations.map(({ groupIndex }) => groupIndex));
  for (const { key, groupIndex } of operations) if (!hidden.has(key)) gone.delete(groupIndex);
  return gone;
}

/** The writer stores cards as JSON objects. */
function objectOf(card: string) {
  const value = parseJson(card);
  return isJsonObject(value) ? value : {};
}
