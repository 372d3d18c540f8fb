import { expect, test } from 'vitest';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { operationNames, summaryName } from '../../../../lib/import/drafts/operation-names.ts';
import { pathName } from '../../../../lib/import/drafts/path-name.ts';

test.each([
  ['get', '/customers', 'List customers'],
  ['post', '/customers', 'Create customer'],
  ['get', '/v1/customers/{customer}', 'Get customer'],
  ['post', '/v1/customers/{customer}', 'Update customer'],
  ['patch', '/api/v2.1/customers/{customer}', 'Update customer'],
  ['delete', '/customers/{customer}', 'Delete customer'],
  ['get', '/customers/{customer}/sources/{id}', 'Get customer source'],
  ['get', '/customers/{customer}/sources', 'List customer sources'],
  ['post', '/payment_intents/{intent}/confirm', 'Confirm payment intent'],
  ['post', '/invoices/{id}/mark_uncollectible', 'Mark invoice uncollectible'],
  ['post', '/threads/{id}/runs/{run_id}/submit_tool_outputs', 'Submit thread run tool outputs'],
  ['post', '/chat/completions', 'Create chat completion'],
  ['get', '/chat/completions', 'List chat completions'],
  ['get', '/chat/completions/{id}/messages', 'List chat completion messages'],
  ['post', '/search', 'Search'],
  ['get', '/customers/search', 'Search customers'],
  ['get', '/repos/{owner}/{repo}/issues', 'List repo issues'],
  ['get', '/settings', 'Get settings'],
  ['get', '/account', 'Get account'],
  ['get', '/addresses/{id}', 'Get address'],
  ['get', '/categories/{id}', 'Get category'],
  ['get', '/boxes/{id}/statuses/{n}', 'Get box status'],
  ['get', '/2010-04-01/Accounts/{AccountSid}/Messages.json', 'List account messages'],
  ['post', '/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json', 'Update account message'],
  ['post', '/chat.postMessage', 'Post chat message'],
  ['get', '/users.list', 'List users'],
  ['get', '/users.profile.get', 'Get user profile'],
  ['get', '/getWeather', 'Get weather'],
  ['post', '/v1/{name}:cancel', 'Cancel'],
  ['post', '/v1/projects/{id}/documents:batchWrite', 'Batch write project document'],
  ['post', '/#X-Amz-Target=DynamoDB_20120810.GetItem', 'Get item'],
  ['get', '/user/users', 'List users'],
  ['get', '/urls/{id}/qr_code', 'Get URL QR code'],
  ['head', '/files/{id}', 'Check file'],
  ['get', '/', 'Get weather'],
  ['get', '/{id}', 'Get weather'],
])('%s %s is called %j', (method, path, name) => {
  expect(pathName(method, path, 'weather')).toBe(name);
});

test.each([
  ['Retrieve a customer', 'Retrieve a customer'],
  ['Retrieves a customer.', 'Retrieves a customer'],
  ['create a `customer`', 'Create a customer'],
  ['Create a *customer*', 'Create a customer'],
  ['List R&amp;D projects', 'List R&D projects'],
  ['**New?** Try [Responses](/docs)', undefined],
  ['Creates a model response for the given chat conversation and then some', undefined],
  ['Two\nlines', undefined],
  ['It was cut…', undefined],
  ['It was cut ...', undefined],
  ['getCustomers', undefined],
  ['get_customers', undefined],
  ['customers.list', undefined],
  ['list-customers', undefined],
  ['GET /customers', undefined],
  ['/customers', undefined],
  ['Get', undefined],
  ['theOperation', undefined],
  ['', undefined],
  [undefined, undefined],
])('the summary %j makes the name %j', (summary, name) => {
  expect(summaryName(summary, ['theOperation'])).toBe(name);
});

function namesOf(paths: Record<string, unknown>): string[] {
  const result = importDocument(JSON.stringify({ openapi: '3.1.0', info: { title: 'A' }, paths }));
  if (!result.ok) throw new Error(result.reason);
  return [...operationNames(result.operations).values()];
}

const operation = (summary?: string) => ({ summary, responses: {} });

test('operations that would have the same name are told apart', () => {
  expect(
    namesOf({
      '/pets': { get: operation('Pets'), post: operation('Pets') },
      '/v1/cats': { get: operation() },
      '/v2/cats': { get: operation() },
      '/dogs/{id}': { put: operation(), patch: operation() },
      '/cows/{id}': { get: operation() },
      '/cows/{name}': { get: operation() },
      '/owls': { get: operation() },
      '/owls/': { get: operation() },
    }),
  ).toEqual([
    ...['List pets', 'Create pet', 'List cats', 'List cats (v2)', 'Replace dog', 'Update dog'],
    ...['Get cow', 'Get cow by name', 'List owls', 'List owls (GET /owls/)'],
  ]);
});

test('names fit into a catalogue file, however long what they are made of', () => {
  const segment = 'word'.repeat(60);
  const names = namesOf({
    [`/${segment}/a`]: { get: operation() },
    [`/${segment}/b`]: { get: operation() },
    [`/${segment}/a/`]: { get: operation() },
  });
  expect(new Set(names).size).toBe(3);
  expect(names.every((name) => name.length > 0 && name.length <= 100)).toBe(true);
});
