import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { convertV2 } from 'openapi-to-postmanv2';
import { z } from 'zod';

const config = createConfig({ extends: ['recommended'] });

/** The errors that Redocly finds in an OpenAPI document. */
export async function lintErrors(document: string): Promise<string[]> {
  const problems = await lintFromString({
    source: document,
    absoluteRef: 'openapi.json',
    config: await config,
  });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ message, location }) => `${location[0]?.pointer}: ${message}`);
}

/** The types that openapi-typescript makes of it. */
export async function typesOf(document: string): Promise<string> {
  return astToString(await openapiTypescript(document, { silent: true }));
}

const text = z.object({ raw: z.string() });
const request = z.object({
  method: z.string(),
  url: z.object({ path: z.array(z.string()) }),
  header: z.array(z.object({ key: z.string(), value: z.string(), disabled: z.boolean().optional() })),
  body: text.optional(),
});
const item = z.object({
  request: request.optional(),
  get item() {
    return z.array(item).optional();
  },
});
type Item = z.output<typeof item>;
const collection = z.object({
  item: z.array(item),
  variable: z.array(z.object({ key: z.string(), value: z.string() })),
});

export interface BuiltRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The requests that Postman makes of it, with the examples in it. */
export async function postmanRequests(document: string): Promise<BuiltRequest[]> {
  const { item: items, variable } = collection.parse(await postmanCollection(document));
  const base = variable.find(({ key }) => key === 'baseUrl')?.value ?? '';
  return items.flatMap(requestsIn).map(({ method, url, header, body }) => ({
    method,
    url: `${base}/${url.path.join('/')}`,
    headers: Object.fromEntries(header.filter((one) => !one.disabled).map(({ key, value }) => [key, value])),
    body: body?.raw ?? '',
  }));
}

function requestsIn({ request: own, item: inner = [] }: Item): z.output<typeof request>[] {
  return [...(own ? [own] : []), ...inner.flatMap(requestsIn)];
}

function postmanCollection(document: string): Promise<unknown> {
  const options = { parametersResolution: 'Example', enableOptionalParameters: false };
  return new Promise((resolve, reject) =>
    convertV2({ type: 'string', data: document }, options, (error, { result, reason, output }) => {
      if (error || !result) reject(new Error(`Postman refuses the document: ${reason ?? String(error)}`));
      else resolve(output?.[0]?.data);
    }),
  );
}
