import { expect, it } from 'vitest';
import { apiDocument } from '../../../../lib/reference/api-document.ts';
import { apiOperations } from '../../../../lib/reference/api-operations.ts';
import { basics } from '../../../../lib/reference/basics.ts';
import { docsSections, groupContent, operationAddress } from '../../../../lib/reference/docs-content.ts';
import { apiGroups, docsPages } from '../../../../lib/reference/docs-pages.ts';
import { openapiDocument } from '../../../../server/api/table/openapi-document.ts';

const made = openapiDocument('https://portal.example');
const document = apiDocument.parse(made);
const sections = docsSections(document);

it('gives each operation one page, under an address that no other page has', () => {
  const shown = apiGroups.flatMap((group) => groupContent(document, group).operations.map(({ id }) => id));
  const all = apiOperations(document).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(100);
  expect(shown.toSorted()).toEqual(all.toSorted());
  const slugs = docsPages.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

it('keeps pages short, and those of operators apart', () => {
  for (const group of apiGroups) {
    const { operations } = groupContent(document, group);
    expect([group.slug, operations.length > 0 && operations.length < 16]).toEqual([group.slug, true]);
    for (const { path } of operations)
      expect([group.slug, path.startsWith('/api/operator/') && !group.slug.startsWith('operators-')]).toEqual(
        [group.slug, false],
      );
  }
  expect(made.tags?.map(({ name }) => name)).toEqual(apiGroups.map(({ title }) => title));
});

it('shows each schema on the page that refers to it', () => {
  for (const group of apiGroups) {
    const { operations, shapes } = groupContent(document, group);
    const shown = JSON.stringify([operations, shapes]);
    for (const [, name = ''] of shown.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect([group.slug, sections[group.slug]]).toEqual([group.slug, expect.arrayContaining([name])]);
  }
});

it('finds the page of each section that was at /docs once', () => {
  const once = [
    ...basics.map(({ id }) => id),
    ...apiOperations(document).map(({ id }) => id),
    ...Object.keys(document.components.schemas),
    'schemas',
  ];
  const now = new Set(Object.values(sections).flat());
  expect(once.filter((id) => !now.has(id))).toEqual([]);
  expect(operationAddress({ group: 'API keys', id: 'createKey' })).toBe('/docs/api-keys#createKey');
});
