import { schemaText } from '../operation/field-annotations.ts';
import { branchTags, discriminated, flatSchema, joined } from '../schema/flat-schema.ts';
import { referenceChain } from '../schema/schema-parts.ts';
import type { FlatSchema, ObjectRules, SchemaNode, Union } from '../schema/schema-node.ts';
import { markdownText } from '../text/markdown-text.ts';
import { readableName } from '../text/names.ts';
import { distinctOptions, optionsOf } from './options.ts';
import { typesOf } from './choose-widget.ts';
import type { Branch, Option } from './widget.ts';

interface Branches {
  branches: Branch[];
  nullable: boolean;
  options: Option[] | undefined;
}

interface Candidate {
  branch: SchemaNode;
  flat: FlatSchema;
}

/** The branches of `oneOf` or `anyOf`, each merged with the schema around them. */
export function branchesOf(around: FlatSchema, union: Union, others: Union[]): Branches {
  const candidates = union.branches.flatMap((branch): Candidate[] => {
    const flat = flatSchema(branch);
    // A branch that refers back to the same union has nothing of its own to show.
    return flat && !flat.inPlace.unions.includes(union) ? [{ branch, flat }] : [];
  });
  const given = candidates.filter(({ flat }) => !isNull(flat));
  const forbidsNull = around.typeNames.length > 0 && !around.typeNames.includes('null');
  const nullable = given.length < candidates.length && !forbidsNull;
  const options = constantOptions(given, candidates.length > given.length);
  if (options !== undefined && !around.object?.properties.size)
    return { branches: [], nullable: false, options };
  if (typesOf(around).length > 0 && given.every(({ flat }) => onlyNarrows(flat))) {
    // The server checks which members must occur together.
    const schema = joined([], around, { unions: others });
    return { branches: schema ? [{ label: '', schema }] : [], nullable, options: undefined };
  }
  const { discriminator } = union;
  const titles = given.map(({ branch }) => titleOf(referenceChain(branch)));
  const branches = given.flatMap(({ branch, flat }, index): Branch[] => {
    const names = discriminator ? branchTags(discriminator, branch) : [];
    const marker = discriminator && names.length > 0 ? [discriminated(discriminator.property, names)] : [];
    const schema = joined([branch, ...marker], around, { unions: others });
    // A title that several branches share does not tell them apart.
    const title = titles[index];
    const isOwn = title !== undefined && titles.indexOf(title) === titles.lastIndexOf(title);
    return schema ? [{ label: isOwn ? title : labelOf(branch, flat, names), schema }] : [];
  });
  return { branches: distinct(branches), nullable, options: undefined };
}

function isNull(flat: FlatSchema): boolean {
  if (flat.inPlace.unions.length > 0) return false;
  return flat.choices?.values.every((value) => value === null) ?? typesOf(flat).join() === 'null';
}

/** Whether a branch only narrows an object that is described elsewhere. */
function onlyNarrows({ typeNames, choices, number, text, list, object, inPlace }: FlatSchema): boolean {
  const describes = choices ?? number ?? text ?? list ?? (object && describesMembers(object));
  return typeNames.length === 0 && !describes && inPlace.unions.length === 0;
}

function describesMembers({ properties, patterns, additional, names }: ObjectRules): boolean {
  return properties.size > 0 || patterns.length > 0 || (additional ?? names) !== undefined;
}

function constantOptions(given: Candidate[], hasNull: boolean): Option[] | undefined {
  const lists = given.map(({ flat }) => {
    if (!flat.choices) return undefined;
    const { values } = flat.choices;
    const parts = flat.parts.map(({ keywords }) => keywords);
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
  return distinctOptions([...lists.flat(), ...optionsOf(hasNull ? [null] : [])]);
}

function titleOf(parts: SchemaNode[]): string | undefined {
  return schemaText(
    parts.map(({ keywords }) => keywords),
    'title',
  );
}

const typeWords: Record<string, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
};

function labelOf({ referencedName }: SchemaNode, flat: FlatSchema, names: string[]): string {
  if (names.length > 0) return names.map(readableName).join(' or ');
  const name = markerOf(flat) ?? referencedName;
  return name === undefined ? (titleOf(flat.parts) ?? kindLabel(flat)) : readableName(name);
}

/** The only value of a required property: `type: circle` names the branch "circle". */
function markerOf({ object }: FlatSchema): string | undefined {
  for (const [name, node] of object?.properties ?? []) {
    const { constant, choices } = node.read();
    const [value, ...more] = (object?.required.includes(name) && (constant ?? choices)?.values) || [];
    if (typeof value === 'string' && value !== '' && more.length === 0) return value;
  }
  return undefined;
}

function kindLabel(flat: FlatSchema): string {
  if (flat.choices) {
    const [only, ...others] = optionsOf(flat.choices.values);
    return only && others.length === 0 ? only.label : 'One of a list';
  }
  const [type, ...more] = typesOf(flat).filter((name) => name !== 'null');
  if (type === undefined || more.length > 0) return 'Anything';
  const items = type === 'array' ? flat.list?.rest?.read() : undefined;
  const [itemType] = items ? typesOf(items) : [];
  const word = typeWords[type] ?? type;
  return itemType === undefined ? word : `List: ${(typeWords[itemType] ?? itemType).toLowerCase()}`;
}

function distinct(branches: Branch[]): Branch[] {
  const counts = new Map<string, number>();
  return branches.map((branch) => {
    const count = (counts.get(branch.label) ?? 0) + 1;
    counts.set(branch.label, count);
    return count === 1 ? branch : { ...branch, label: `${branch.label} ${count}` };
  });
}
