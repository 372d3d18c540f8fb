import { expect, test } from 'vitest';
import { apiAddress, filteredGroups, groupIds, groupTitle } from '../../../../lib/product/api-page.ts';

const operation = (name: string, text = '') => ({
  slug: name.toLowerCase(),
  name,
  text,
  price: { from: 1, to: 1 },
  deprecated: false,
});
const groups = [
  { id: 'a', name: 'Café', operations: [operation('List tables'), operation('Pay', 'By card or cash')] },
  { id: 'b', name: null, operations: [operation('Open the door')] },
];

test.each([
  ['', ['List tables', 'Pay', 'Open the door']],
  ['  ', ['List tables', 'Pay', 'Open the door']],
  ['table', ['List tables']],
  ['CASH pay', ['Pay']],
  ['cafe', ['List tables', 'Pay']],
  ['door table', []],
])('the filter %j leaves %j', (filter, names) => {
  const shown = filteredGroups(groups, filter);
  expect(shown.flatMap(({ operations }) => operations.map(({ name }) => name))).toEqual(names);
  expect(shown.every(({ operations }) => operations.length > 0)).toBe(true);
});

test('groups have anchors of their own, whatever they are called', () => {
  expect(groupIds(['Chat & more', 'chat-more', null, '???', 'Größe', '日本'])).toEqual([
    'group-chat-more',
    'group-chat-more-2',
    'group-other',
    'group-other-2',
    'group-große',
    'group-日本',
  ]);
  expect(apiAddress('a', 'group-b')).toBe('/apis/a#group-b');
});

test('the only group of an API needs no title', () => {
  expect(groupTitle({ name: null }, 1)).toBeNull();
  expect(groupTitle({ name: null }, 2)).toBe('Other operations');
  expect(groupTitle({ name: 'Chat' }, 1)).toBe('Chat');
});
