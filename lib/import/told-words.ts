import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { isIgnoredHeader } from '../operation/input-shape.ts';
import { markdownText } from '../text/markdown-text.ts';
import { chooseMediaType } from './operation/parameter-style.ts';
import { enumMeanings } from './schema/schema-values.ts';
import type { OperationPlace } from './operation/import-operation.ts';
import { arrayMember, childPointer, member, objectMember, textMember } from './document/pointer.ts';
import type { SourceDocument } from './document/source-document.ts';

/** Nested schemas visited for one operation. */
const maxPlaces = 5_000;

/**
 * The texts and values in the document for an operation and its input, read from the source and not from the import.
 */
export function toldWords(document: SourceDocument, { raw, pathItem, pointer }: OperationPlace): Words {
  const words = noWords();
  addText(words.descriptions, '', textMember(raw, 'description') ?? textMember(pathItem, 'description'));
  addText(words.descriptions, '', textMember(raw, 'summary') ?? textMember(pathItem, 'summary'));
  if (member(raw, 'deprecated') === true) addFlag(words.deprecations, '');
  const walk: Walk = { document, words, seen: new Set() };
  for (const parameter of parametersOf(document, pathItem, raw, pointer)) tellParameter(parameter, walk);
  const body = document.follow(member(raw, 'requestBody'), childPointer(pointer, 'requestBody'));
  if (body.ok && isJsonObject(body.value)) tellBody(body.value, walk);
  return words;
}

interface Walk {
  document: SourceDocument;
  words: Words;
  seen: Set<JsonValue>;
}

/** Parameters of the operation replace those of the path with the same name. */
function parametersOf(
  document: SourceDocument,
  pathItem: JsonObject,
  raw: JsonObject,
  pointer: string,
): JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const one of [...arrayMember(pathItem, 'parameters'), ...arrayMember(raw, 'parameters')]) {
    const located = document.follow(one, pointer);
    if (located.ok && isJsonObject(located.value))
      found.set(`${textMember(located.value, 'in')} ${textMember(located.value, 'name')}`, located.value);
  }
  return [...found.values()];
}

function tellParameter(parameter: JsonObject, walk: Walk): void {
  const { words } = walk;
  const name = textMember(parameter, 'name') ?? '';
  const place = textMember(parameter, 'in');
  if (place === 'header' && isIgnoredHeader(name)) return;
  if (place === 'body') {
    tellMembers(member(parameter, 'schema'), walk);
    return;
  }
  const [media] = Object.values(objectMember(parameter, 'content') ?? {});
  const schema = member(parameter, 'schema') ?? member(media, 'schema') ?? parameter;
  const description = textMember(parameter, 'description');
  addText(words.descriptions, name, description);
  if (member(parameter, 'deprecated') === true) addFlag(words.deprecations, name);
  addValue(words.examples, name, firstExample(walk, parameter));
  tell(name, schema, walk, (description ?? '').trim() !== '');
}

function tellBody(body: JsonObject, walk: Walk): void {
  const content = objectMember(body, 'content') ?? {};
  const chosen = chooseMediaType(Object.keys(content));
  const media = chosen === undefined ? undefined : objectMember(content, chosen);
  if (media === undefined) return;
  const example = firstExample(walk, media);
  if (isJsonObject(example))
    for (const [name, value] of Object.entries(example)) addValue(walk.words.examples, name, value);
  tellMembers(member(media, 'schema'), walk);
}

/** An object body counts as its members, because the form shows no text of the body itself. */
function tellMembers(schema: JsonValue | undefined, walk: Walk): void {
  const parts = partsOf(schema, walk);
  for (const part of parts) walk.seen.add(part);
  inner('', parts, walk);
}

function tell(name: string, schema: JsonValue | undefined, walk: Walk, isDescribed = false): void {
  const { words, seen } = walk;
  if (!isJsonObject(schema) || seen.has(schema) || seen.size > maxPlaces) return;
  seen.add(schema);
  const parts = partsOf(schema, walk);
  if (parts.some((part) => member(part, 'readOnly') === true)) return;
  const texts = parts.map((part) => textMember(part, 'description'));
  if (!isDescribed)
    addText(
      words.descriptions,
      name,
      texts.find((text) => (text ?? '').trim() !== ''),
    );
  addValue(
    words.defaults,
    name,
    parts.map((part) => member(part, 'default')).find((one) => one !== undefined),
  );
  addValue(
    words.examples,
    name,
    parts.map(ownExample).find((one) => one !== undefined),
  );
  if (parts.some((part) => member(part, 'deprecated') === true)) addFlag(words.deprecations, name);
  for (const part of parts) {
    const meanings = enumMeanings(part, arrayMember(part, 'enum'));
    for (const text of Object.values(meanings ?? {})) addText(words.enumMeanings, name, String(text));
  }
  inner(name, parts, walk);
}

function inner(name: string, parts: JsonObject[], walk: Walk): void {
  for (const part of parts) {
    for (const [key, schema] of Object.entries(objectMember(part, 'properties') ?? {}))
      tell(key, schema, walk);
    for (const keyword of ['items', 'additionalProperties']) tell(name, member(part, keyword), walk);
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = arrayMember(part, keyword).filter((branch) => member(branch, 'type') !== 'null');
      if (branches.length < 2) continue;
      const parts = branches.map((branch) => partsOf(branch, walk));
      // If every branch is one value, the union is a choice.
      const isChoice = parts.every((all) => all.some((one) => onlyValue(one) !== undefined));
      branches.forEach((branch, index) => {
        if (!isChoice) tell(name, branch, walk);
        else
          addText(
            walk.words.enumMeanings,
            name,
            parts[index]?.map((one) => textMember(one, 'description')).find(Boolean),
          );
      });
    }
  }
}

function onlyValue(part: JsonObject): JsonValue | undefined {
  const [only, ...more] = arrayMember(part, 'enum');
  return member(part, 'const') ?? (more.length === 0 ? only : undefined);
}

/**
 * All schemas that describe one value: the schema itself, its references, its `allOf`, and the one branch beside null.
 */
function partsOf(schema: JsonValue | undefined, { document }: Walk): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending: (JsonValue | undefined)[] = [schema];
  for (let index = 0; index < pending.length && found.size < 200; index += 1) {
    const part = pending[index];
    if (!isJsonObject(part) || found.has(part)) continue;
    found.add(part);
    const reference = member(part, '$ref');
    const located = typeof reference === 'string' ? document.locate(reference, '') : undefined;
    if (located?.ok) pending.push(located.value);
    pending.push(...arrayMember(part, 'allOf'));
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = arrayMember(part, keyword).filter((branch) => member(branch, 'type') !== 'null');
      if (branches.length === 1) pending.push(branches[0]);
    }
  }
  return [...found];
}

function ownExample(part: JsonObject): JsonValue | undefined {
  return member(part, 'example') ?? arrayMember(part, 'examples')[0];
}

function firstExample({ document }: Walk, owner: JsonObject): JsonValue | undefined {
  const given = member(owner, 'example');
  if (given !== undefined) return given;
  const [first] = Object.values(objectMember(owner, 'examples') ?? {});
  const located = document.follow(first, '');
  return located.ok ? member(located.value, 'value') : undefined;
}

/** The texts and values of an input by place, each in all forms in which it may be kept. */
type ByPlace = Map<string, Set<string>>;

export interface Words {
  descriptions: ByPlace;
  examples: ByPlace;
  enumMeanings: ByPlace;
  defaults: ByPlace;
  deprecations: ByPlace;
}

export function noWords(): Words {
  return {
    descriptions: new Map(),
    examples: new Map(),
    enumMeanings: new Map(),
    defaults: new Map(),
    deprecations: new Map(),
  };
}

/** Texts identify their place, because two fields may have the same name. */
export function addText(texts: ByPlace, name: string, text: string | undefined): void {
  const words = markdownText(text ?? '').slice(0, 300);
  if (words !== '') add(texts, `${name}: ${words}`, words);
}

export function addValue(values: ByPlace, name: string, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return;
  add(values, name, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

export function addFlag(flags: ByPlace, name: string): void {
  add(flags, name, 'true');
}

function add(all: ByPlace, place: string, value: string): void {
  const known = all.get(place);
  if (known === undefined) all.set(place, new Set([value]));
  else known.add(value);
}
