import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Reply, send } from './ask.ts';

const response = z.object({ content: z.record(z.string(), z.unknown()).optional() });
const paths = z.record(
  z.string(),
  z.record(z.string(), z.object({ responses: z.record(z.string(), response) })),
);
type Paths = z.output<typeof paths>;

// What many answers share is compiled once.
const ajv = new Ajv2020({ strict: false, validateFormats: true, inlineRefs: false });
addFormats(ajv);
let document: Promise<Paths> | undefined;

/** The answer has a status, a content type and a shape that /openapi.json promises for this operation. */
export async function expectDocumented(path: string, method: string, reply: Reply): Promise<void> {
  const pathname = path.split('?', 1)[0] ?? '';
  document ??= readDocument();
  const described = await document;
  // An address without parameters comes first, as OpenAPI has it.
  const template = [pathname, ...Object.keys(described)].find(
    (name) => name in described && new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const operation = template === undefined ? undefined : described[template]?.[method.toLowerCase()];
  if (template === undefined || operation === undefined || reply.status === 304) {
    if (reply.status >= 400 && pathname.startsWith('/api/'))
      expectValid('#/components/schemas/Problem', reply.json);
    return;
  }
  if (reply.status === 204) {
    expect(operation.responses['204'], `${method} ${path} answered 204`).toBeDefined();
    expect(reply.text).toBe('');
    return;
  }
  // Parameters, as charset, are the upstream's own.
  const [type = ''] = (reply.headers['content-type'] ?? '').split(';');
  expect(
    operation.responses[reply.status]?.content,
    `${method} ${path} answered ${reply.status} ${reply.text}`,
  ).toHaveProperty([type]);
  const pointer = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(reply.status),
    'content',
    type,
    'schema',
  ];
  expectValid(
    `#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
    reply.json ?? reply.text,
  );
}

async function readDocument(): Promise<Paths> {
  const { json } = await send('/openapi.json', 'GET', {});
  ajv.addSchema({ $id: 'portal', ...asObject(json) });
  return paths.parse(asObject(json)['paths']);
}

function expectValid(reference: string, value: unknown): void {
  const validate = ajv.getSchema(`portal${reference}`);
  if (!validate) throw new Error(`The document has no ${reference}.`);
  if (!validate(value)) expect(validate.errors, JSON.stringify(value).slice(0, 500)).toEqual([]);
}

function asObject(value: unknown): Record<string, unknown> {
  return Object(value);
}
