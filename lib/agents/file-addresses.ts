import { isJsonObject, type JsonValue } from '../json/json.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { isBytes, itemSchema, propertySchema } from '../schema/schema-facets.ts';
import type { FlatSchema, SchemaNode } from '../schema/schema-node.ts';

/** A file that an input names by its address. */
export interface FileAddress {
  /** Where it is in the input. */
  path: string[];
  url: string;
}

/** A walk through a hostile input and its unions ends. */
const mostSteps = 10_000;

/** Where an input has an address in place of a file, as its schema says. */
export function fileAddresses(schema: SchemaNode, input: JsonValue): FileAddress[] {
  const found = new Map<string, FileAddress>();
  let steps = 0;
  const walk = (node: SchemaNode | undefined, value: JsonValue, path: string[]): void => {
    steps += 1;
    if (steps > mostSteps || !node) return;
    if (typeof value === 'string') {
      if (isAddress(value) && takesFilesAlone(node)) found.set(path.join('/'), { path, url: value });
      return;
    }
    const parts = partsOf(node);
    if (Array.isArray(value))
      value.forEach((item, index) => {
        walk(itemSchema(parts, index), item, [...path, String(index)]);
      });
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value))
        walk(propertySchema(parts, name), member, [...path, name]);
  };
  walk(schema, input, []);
  return [...found.values()];
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** The schema by itself, or where it has alternatives, each of them. */
function alternativesOf(node: SchemaNode): FlatSchema[] {
  const flat = flatSchema(node);
  if (!flat) return [];
  const branches = flat.inPlace.unions.flatMap((union) => union.branches);
  return branches.length === 0 ? [flat] : branches.flatMap((branch) => flatSchema(branch) ?? []);
}

function partsOf(node: SchemaNode): SchemaNode[] {
  return [node, ...alternativesOf(node)].flatMap((one) => flatSchema(one)?.parts ?? []);
}

/** A field that takes an address as well as a file takes it as it is. */
function takesFilesAlone(node: SchemaNode): boolean {
  const texts = alternativesOf(node).filter(
    ({ typeNames }) => typeNames.length === 0 || typeNames.includes('string'),
  );
  return texts.length > 0 && texts.every((flat) => flat.text?.isFile === true || isBytes([flat]));
}
