import type { ApiDocument, SchemaNode } from './api-document.ts';
import { type ApiOperation, apiOperations } from './api-operations.ts';
import { basics } from './basics.ts';
import { type ApiGroup, apiGroups, basicsPage, docsAddress, referencePage } from './docs-pages.ts';

/** The schema of all errors, which the basics explain. */
export const problemShape = 'Problem';

export interface NamedShape {
  name: string;
  schema: SchemaNode;
}

/** What the page of a group shows: its operations, and each named schema that they refer to. */
export interface GroupContent {
  operations: ApiOperation[];
  shapes: NamedShape[];
}

export function groupContent(document: ApiDocument, { title }: ApiGroup): GroupContent {
  const operations = apiOperations(document).filter(({ group }) => group === title);
  const all = document.components.schemas;
  const names = shapesIn(operations.map(({ parameters, body, answers }) => ({ parameters, body, answers })));
  // A set goes on to what is added while it is read.
  for (const name of names) for (const inner of shapesIn(all[name])) names.add(inner);
  const shapes = Object.entries(all).filter(([name]) => names.has(name));
  return { operations, shapes: shapes.map(([name, schema]) => ({ name, schema })) };
}

export function operationAddress({ group, id }: Pick<ApiOperation, 'group' | 'id'>): string {
  const page = apiGroups.find(({ title }) => title === group);
  return page ? `${docsAddress(page)}#${id}` : `/docs#${id}`;
}

/** The sections of each page by its slug. They were all at `/docs` once, where links from elsewhere still lead. */
export function docsSections(document: ApiDocument): Record<string, string[]> {
  const groups = apiGroups.map((group): [string, string[]] => {
    const { operations, shapes } = groupContent(document, group);
    const ids = [...operations.map(({ id }) => id), ...shapes.map(({ name }) => name)];
    return [group.slug, ids];
  });
  return {
    [basicsPage.slug]: [...basics.map(({ id }) => id), problemShape],
    [referencePage.slug]: ['schemas'],
    ...Object.fromEntries(groups),
  };
}

/** The names of the schemas that a part of the document refers to. */
function shapesIn(part: unknown): Set<string> {
  const references = (JSON.stringify(part) ?? '').matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return new Set([...references].map(([, name = '']) => name));
}
