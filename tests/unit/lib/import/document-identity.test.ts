import { expect, test } from 'vitest';
import { documentIdentity, isTellingSource } from '../../../../lib/import/document/document-identity.ts';

const document = { title: '', version: '1', openapi: '3.1.0', tagTitles: {}, tags: [], losses: [] };

test.each([
  ['OpenAI API', 'OpenAI Support', undefined, 'OpenAI', 'openai'],
  ['Stripe API', 'Stripe Dev Platform Team', undefined, 'Stripe', 'stripe'],
  ['GitHub v3 REST API', 'Support', undefined, 'GitHub', 'github-v3'],
  ['Swagger Petstore - OpenAPI 3.0', 'apiteam@swagger.io', undefined, 'Petstore', 'petstore'],
  ['The Jira Cloud platform REST API', undefined, undefined, 'Jira Cloud', 'jira-cloud'],
  ['Spotify Web API', undefined, undefined, 'Spotify', 'spotify'],
  ['Amazon API Gateway', undefined, undefined, 'Amazon API Gateway', 'amazon-api-gateway'],
  ['Acme Payments API', 'Acme', undefined, 'Acme', 'acme-payments'],
  ['Acme Payments API 2.1.7', 'Acme Inc.', undefined, 'Acme Payments', 'acme-payments'],
  ['API', 'Acme Inc.', 'api.acme.example', 'Acme Inc.', 'acme'],
  ['REST API', 'API Support', 'api.acme.co.uk', 'Acme', 'acme'],
  ['', undefined, undefined, 'API', 'api'],
  ['**Bold** API', undefined, undefined, 'Bold', 'bold'],
  ['Maps API', undefined, 'maps.example', 'Maps', 'maps'],
])('%j with the contact %j at %s is offered by %j', (title, contact, host, provider, prefix) => {
  const named = contact === undefined ? {} : { contact: { name: contact } };
  expect(documentIdentity({ ...document, title, ...named, ...(host && { host }) })).toMatchObject({
    provider,
    prefix,
  });
});

test.each([
  ['googleapis.com', 'Googleapis'],
  ['Google', 'Google'],
])('the provider that a document names itself, %j, comes first', (providerName, provider) => {
  expect(documentIdentity({ ...document, title: 'Drive API', providerName }).provider).toBe(provider);
});

test('a source is the same for each version of a document, and another one for another document', () => {
  const sourceOf = (title: string, host = 'a.example') =>
    documentIdentity({ ...document, title, host }).source;
  expect(sourceOf('Acme API 1.0.3')).toBe(sourceOf('Acme API 1.1.0'));
  expect(sourceOf('Acme API v1.0')).toBe(sourceOf('Acme API v1.2'));
  expect(
    new Set([sourceOf('Acme API'), sourceOf('Acme REST API'), sourceOf('Acme API', 'b.example')]).size,
  ).toBe(3);
});

test.each([
  ['OpenAPI definition (localhost:8080)', false],
  ['OpenAPI definition', false],
  ['API (upstream.invalid)', false],
  ['REST API v1 (10.0.0.7:3000)', false],
  ['FastAPI (backend:8000)', false],
  ['OpenAPI definition (api.acme.example)', true],
  ['Acme Pay API (localhost:8080)', true],
  ['Acme 2026', true],
])('the source %j tells its document from others: %j', (source, isTelling) => {
  expect(isTellingSource(source)).toBe(isTelling);
});

test('long titles that begin alike have prefixes of their own', () => {
  const prefixOf = (title: string) => documentIdentity({ ...document, title }).prefix;
  const [one, other] = ['Billing', 'Storage'].map((name) =>
    prefixOf(`Acme Industries Cloud Platform ${name}`),
  );
  expect(one).toMatch(/^acme-industries-[0-9a-f]{4}$/);
  expect(one).not.toBe(other);
});
