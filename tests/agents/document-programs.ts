import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { agentProgram } from '../../cli/test/agent-programs.mjs';
import { imported } from './imported.ts';

/** A list without `items` takes any items, as in JSON Schema; earlier revisions of OpenAPI ask for it. */
const ofEarlierRevisions = ['array-items'];

const spectral = z.object({
  Spectral:
    z.custom<new () => { setRuleset(rules: object): void; run(document: string): Promise<unknown> }>(),
});
const rulesets = z.object({ oas: z.looseObject({}) });
const findings = z.array(z.object({ code: z.string(), path: z.array(z.union([z.string(), z.number()])) }));

/** Everything that Spectral says of an OpenAPI document: errors, warnings and hints. */
export async function spectralFindings(document: string): Promise<string[]> {
  const { Spectral } = spectral.parse(await commonJs('@stoplight/spectral-core'));
  const { oas } = rulesets.parse(await commonJs('@stoplight/spectral-rulesets'));
  const linter = new Spectral();
  linter.setRuleset({ extends: [oas] });
  return findings
    .parse(await linter.run(document))
    .filter(({ code }) => !ofEarlierRevisions.includes(code))
    .map(({ code, path }) => `${code}: ${path.join('/')}`);
}

const bruno = z.object({ openApiToBruno: z.custom<(document: unknown) => unknown>() });
const pair = z.object({ name: z.string(), value: z.string(), enabled: z.boolean() });
const request = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.array(pair),
  body: z.object({ json: z.string().nullable() }),
});
const item = z.object({
  request: request.optional(),
  get items() {
    return z.array(item).optional();
  },
});
type Item = z.output<typeof item>;
const collection = z.object({
  items: z.array(item),
  environments: z.array(z.object({ variables: z.array(z.object({ name: z.string(), value: z.string() })) })),
});

export interface BuiltRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The requests that Bruno makes of an OpenAPI document, with the examples in it. */
export async function brunoRequests(document: string): Promise<BuiltRequest[]> {
  const { openApiToBruno } = bruno.parse(await commonJs('@usebruno/converters'));
  const { items, environments } = collection.parse(openApiToBruno(JSON.parse(document)));
  const base = environments[0]?.variables.find(({ name }) => name === 'baseUrl')?.value ?? '';
  return items.flatMap(requestsIn).map(({ method, url, headers, body }) => ({
    method,
    url: url.replace('{{baseUrl}}', base),
    headers: Object.fromEntries(
      headers.filter(({ enabled }) => enabled).map(({ name, value }) => [name, value]),
    ),
    body: body.json ?? '',
  }));
}

function requestsIn({ request: own, items = [] }: Item): z.output<typeof request>[] {
  return [...(own && 'body' in own ? [own] : []), ...items.flatMap(requestsIn)];
}

/** It has no entry but for modules. */
const generatorUrl = pathToFileURL(agentProgram(process.cwd(), '@hey-api/openapi-ts/dist/index.mjs')).href;
const generator = z.object({ createClient: z.custom<(options: object) => Promise<unknown>>() });

/** Writes the types that hey-api makes of the OpenAPI document in a file. */
export async function generateTypes(input: string, output: string): Promise<void> {
  const { createClient } = generator.parse(await import(generatorUrl));
  await createClient({
    input,
    output,
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/typescript'],
  });
}

/** A package of CommonJS: whatever it exports is also its default. */
async function commonJs(name: string): Promise<unknown> {
  const { default: exports } = z.object({ default: z.unknown() }).parse(await imported(name));
  return exports;
}
