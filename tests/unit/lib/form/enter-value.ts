import { branchOf } from '../../../../lib/view/form/branch-of.ts';
import { describe } from '../../../../lib/form/describe.ts';
import { withItem, withMember, withoutItem } from '../../../../lib/form/edit.ts';
import { firstValue } from '../../../../lib/form/first-value.ts';
import { keyFault } from '../../../../lib/view/form/key-fault.ts';
import { keySchema } from '../../../../lib/form/key-schema.ts';
import { readNumber } from '../../../../lib/form/number-text.ts';
import { readJson } from '../../../../lib/view/form/read-json.ts';
import { switchBranch } from '../../../../lib/view/form/switch-branch.ts';
import type { ObjectWidget, UnionWidget } from '../../../../lib/form/widget.ts';
import {
  equal,
  isJsonObject,
  type JsonObject,
  jsonText,
  type JsonValue,
  numberText,
} from '../../../../lib/json/json.ts';
import type { SchemaNode } from '../../../../lib/schema/schema-node.ts';

/** What the form makes of a value that a person enters widget by widget, edit by edit. */
export function enterValue(
  schema: SchemaNode,
  current: JsonValue | undefined,
  target: JsonValue,
): JsonValue | undefined {
  const { widget, nullable } = describe(schema);
  if (nullable && target === null) return null;
  switch (widget.kind) {
    case 'text':
    case 'file':
      return textOf(target);
    case 'number':
      return typeof target === 'number' ? readNumber(numberText(target)) : refuse(widget.kind, target);
    case 'boolean':
      return typeof target === 'boolean' ? target : refuse(widget.kind, target);
    case 'choice':
      return optionOf(widget.options, target);
    case 'picks':
      return arrayOf(target).map((item) => optionOf(widget.options, item));
    case 'list': {
      let list = Array.isArray(current) ? current : [];
      arrayOf(target).forEach((item, index) => {
        const inner = widget.prefix[index] ?? widget.items;
        if (inner === undefined) return refuse('item', item);
        if (index >= list.length) list = [...list, firstValue(inner)];
        const entered = enterValue(inner, list[index], item);
        list = withItem(list, index, entered === undefined ? refuse('item', item) : entered);
      });
      while (list.length > arrayOf(target).length) list = withoutItem(list, list.length - 1);
      return list;
    }
    case 'object':
      return enterMembers(schema, widget, current, isJsonObject(target) ? target : refuse('object', target));
    case 'union':
      return enterBranch(widget, current, target);
    case 'json': {
      const read = readJson(jsonText(target));
      return read.ok ? read.value : refuse(read.detail, target);
    }
  }
}

function enterMembers(
  schema: SchemaNode,
  widget: ObjectWidget,
  current: JsonValue | undefined,
  target: JsonObject,
): JsonObject {
  const begun = isJsonObject(current) ? current : firstValue(schema);
  let object = isJsonObject(begun) ? begun : {};
  const names = new Set(widget.members.map((member) => member.name));
  for (const { name, schema: inner } of widget.members) {
    const wanted = Object.hasOwn(target, name) ? target[name] : undefined;
    const there = Object.hasOwn(object, name) ? object[name] : undefined;
    object = withMember(object, name, wanted === undefined ? undefined : enterValue(inner, there, wanted));
  }
  for (const [key, value] of Object.entries(target)) {
    if (names.has(key)) continue;
    const inner = keySchema(widget, key);
    const fault = keyFault(key, object, names);
    if (inner === undefined || fault !== undefined) return refuse(fault ?? 'key', key);
    object = withMember(object, key, firstValue(inner));
    object = withMember(object, key, enterValue(inner, object[key], value));
  }
  return object;
}

function enterBranch(
  widget: UnionWidget,
  current: JsonValue | undefined,
  target: JsonValue,
): JsonValue | undefined {
  const branch = widget.branches[branchOf(widget, target)];
  if (branch === undefined) return refuse('branch', target);
  return enterValue(branch.schema, switchBranch(current, branch.schema, undefined), target);
}

function optionOf(options: { value: JsonValue }[], target: JsonValue): JsonValue {
  const option = options.find(({ value }) => equal(value, target));
  return option ? option.value : refuse('choice', target);
}

function textOf(target: JsonValue): string {
  return typeof target === 'string' ? target : refuse('text', target);
}

function arrayOf(target: JsonValue): JsonValue[] {
  return Array.isArray(target) ? target : refuse('list', target);
}

function refuse(widget: string, target: JsonValue): never {
  throw new Error(`No way to enter ${JSON.stringify(target)}: ${widget}`);
}
