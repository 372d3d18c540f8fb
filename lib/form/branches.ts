import { branchTags, discriminatorOf } from '../schema/discriminator.ts';
import { schemaText } from '../operation/field-annotations.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { conjuncts } from '../schema/merged-object.ts';
import { markdownText } from '../text/markdown-text.ts';
import { readableName } from '../text/readable-name.ts';
import { loopsInPlace } from '../schema/same-instance-loop.ts';
import { type FlatSchema, flatSchema } from '../sample/flat-schema.ts';
import { type Defs, own, referenceChain } from '../schema/schema-references.ts';
import { asSchema } from '../schema/subschemas.ts';
import { constantsOf, optionsOf } from './options.ts';
import { typesOf } from './types-of.ts';
import type { Branch, Option } from './widget.ts';

interface Branches {
  branches: Branch[];
  nullable: boolean;
  /** Where every branch is a constant, the union is a choice. */
  options: Option[] | undefined;
}

/** What only narrows an object that is described elsewhere. */
const NARROWING = new Set([
  'required',
  'not',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'if',
  'then',
  'else',
]);
/** What a union says of itself and not of its branches. */
const OF_THE_WHOLE = new Set(['default', 'example', 'examples', 'nullable', '$defs', 'deprecated']);

/** The branches of `oneOf` or `anyOf`, each with what the schema around them says taken into it. */
export function branchesOf(
  keywords: JsonObject,
  list: JsonValue[],
  others: JsonValue[][],
  parts: JsonObject[],
  defs: Defs,
): Branches {
  const around = Object.fromEntries(Object.entries(keywords).filter(([word]) => !OF_THE_WHOLE.has(word)));
  const candidates = list.flatMap((branch) => {
    const flat = leadsBack(branch, defs) ? undefined : flatSchema(branch, defs);
    return flat ? [{ branch, flat }] : [];
  });
  const given = candidates.filter(({ flat }) => !isNull(flat));
  const nullable = given.length < candidates.length && !forbidsNull(keywords);
  const options = constantOptions(given, candidates.length > given.length ? [null] : [], defs);
  if (options !== undefined && !('properties' in around)) return { branches: [], nullable: false, options };
  if (typesOf(around).length > 0 && given.every(({ flat }) => onlyNarrows(flat))) {
    // Which of the members must stand together is for the server to say.
    const rest = others.map((alternatives) => ({ anyOf: alternatives }));
    return { branches: [{ label: '', schema: { allOf: [around, ...rest] } }], nullable, options: undefined };
  }
  const discriminator = discriminatorOf(parts);
  const titles = given.map(({ branch }) => schemaText(referenceChain(asSchema(branch), defs), 'title'));
  const branches = given.map(({ branch, flat }, index): Branch => {
    const names = discriminator ? branchTags(discriminator, asSchema(branch), defs) : [];
    const schema = {
      allOf: [
        ...(Object.keys(around).length > 0 ? [around] : []),
        branch,
        ...others.map((alternatives) => ({ anyOf: alternatives })),
        ...(discriminator && names.length > 0 ? [discriminated(discriminator.property, names)] : []),
      ],
    };
    // A title that several branches share, such as that of what they extend, tells none of them apart.
    const title = titles[index];
    const isOwn = title !== undefined && titles.indexOf(title) === titles.lastIndexOf(title);
    return { label: isOwn ? title : labelOf(branch, flat, names, defs), schema };
  });
  return { branches: distinct(branches), nullable, options: undefined };
}

/** A branch that comes back to the union without a step into the value has nothing of its own to show. */
function leadsBack(branch: JsonValue, defs: Defs): boolean {
  const reference = isJsonObject(branch) ? own(branch, '$ref') : undefined;
  return typeof reference === 'string' && loopsInPlace(reference, defs);
}

function isNull({ keywords, alternatives }: FlatSchema): boolean {
  if (alternatives.length > 0) return false;
  const constants = constantsOf(keywords);
  if (constants !== undefined) return constants.every((value) => value === null);
  const types = typesOf(keywords);
  return types.length === 1 && types[0] === 'null';
}

function forbidsNull(keywords: JsonObject): boolean {
  const types = own(keywords, 'type') === undefined ? [] : typesOf(keywords);
  return types.length > 0 && !types.includes('null');
}

function onlyNarrows({ keywords, alternatives }: FlatSchema): boolean {
  return alternatives.length === 0 && Object.keys(keywords).every((keyword) => NARROWING.has(keyword));
}

function constantOptions(
  given: { branch: JsonValue; flat: FlatSchema }[],
  extra: JsonValue[],
  defs: Defs,
): Option[] | undefined {
  const lists = given.map(({ branch, flat }) => {
    const values = constantsOf(flat.keywords);
    if (values === undefined) return undefined;
    const parts = conjuncts(asSchema(branch), defs) ?? [];
    const isNamed = values.length === 1;
    const title = isNamed ? schemaText(parts, 'title') : undefined;
    const help = isNamed ? schemaText(parts, 'description') : undefined;
    return optionsOf(values, parts).map((option) => ({
      ...option,
      label: title ?? option.label,
      help: help === undefined ? option.help : markdownText(help),
    }));
  });
  if (lists.length === 0 || !lists.every((options) => options !== undefined)) return undefined;
  const options = [...lists.flat(), ...optionsOf(extra)];
  return [...new Map(options.map((option) => [JSON.stringify(option.value), option])).values()];
}

function discriminated(property: string, names: string[]): JsonObject {
  return { type: 'object', properties: { [property]: { enum: names } }, required: [property] };
}

function lastToken(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

const WORDS: Record<string, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
};

function labelOf(branch: JsonValue, flat: FlatSchema, names: string[], defs: Defs): string {
  if (names.length > 0) return names.map(readableName).join(' or ');
  const marker = markerOf(flat.keywords);
  if (marker !== undefined) return readableName(marker);
  const reference = isJsonObject(branch) ? own(branch, '$ref') : undefined;
  if (typeof reference === 'string') return readableName(lastToken(reference));
  return schemaText(conjuncts(asSchema(branch), defs) ?? [], 'title') ?? kindLabel(flat);
}

/** The one text that a required property of the branch may have: `type: circle` calls it a circle. */
function markerOf(keywords: JsonObject): string | undefined {
  const properties = own(keywords, 'properties');
  const required = own(keywords, 'required');
  if (!isJsonObject(properties) || !Array.isArray(required)) return undefined;
  for (const [name, property] of Object.entries(properties)) {
    const values = isJsonObject(property) && required.includes(name) ? constantsOf(property) : undefined;
    const [value, ...more] = values ?? [];
    if (typeof value === 'string' && value !== '' && more.length === 0) return value;
  }
  return undefined;
}

function kindLabel({ keywords }: FlatSchema): string {
  const constants = constantsOf(keywords);
  if (constants !== undefined)
    return constants.length === 1 ? (optionsOf(constants)[0]?.label ?? '') : 'One of a list';
  const [type, ...more] = typesOf(keywords).filter((name) => name !== 'null');
  if (type === undefined || more.length > 0) return 'Anything';
  const items = own(keywords, 'items');
  const [itemType] = type === 'array' && isJsonObject(items) ? typesOf(items) : [];
  const word = WORDS[type] ?? type;
  return itemType === undefined ? word : `List: ${(WORDS[itemType] ?? itemType).toLowerCase()}`;
}

function distinct(branches: Branch[]): Branch[] {
  const counts = new Map<string, number>();
  return branches.map((branch) => {
    const count = (counts.get(branch.label) ?? 0) + 1;
    counts.set(branch.label, count);
    return count === 1 ? branch : { ...branch, label: `${branch.label} ${count}` };
  });
}
