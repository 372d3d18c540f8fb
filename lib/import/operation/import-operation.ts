import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Operation } from '../../operation/operation.ts';
import type { SampleBudget } from '../../sample/sample-schema.ts';
import { importBody } from './import-body.ts';
import { gatherParameters, importParameters, parameterKey, reconcilePath } from './import-parameters.ts';
import { importResponses } from './import-responses.ts';
import { importSecurity, importServer } from './import-server.ts';
import type { OperationSite } from './operation-site.ts';
import { childPointer, member, objectMember, textMember } from '../document/pointer.ts';
import type { RawParameter } from './parameter-style.ts';

export interface OperationPlace {
  method: Operation['method'];
  path: string;
  pathPointer: string;
  pathItem: JsonObject;
  pointer: string;
  raw: JsonObject;
}

/** An operation without examples, and the document's examples for it. */
export interface DraftOperation {
  operation: Operation;
  /** By `parameterKey`. */
  parameterExamples: Map<string, JsonValue[]>;
  bodyExamples: JsonValue[];
  /** The places of parameters, by `parameterKey`, and of the body in the document. */
  parameterPointers: Map<string, string>;
  bodyPointer?: string;
  /** The sample budget of the whole document. */
  samples: SampleBudget;
}

/** Limit for the definitions of error responses, other media types and headers together. */
const maxReferenceValues = 300;
/** Limit for the definitions of a response. A form never shows more, and some documents reach all of themselves. */
const maxReplyValues = 1200;

export function importOperation(site: OperationSite, place: OperationPlace): DraftOperation {
  const { method, pathItem, pathPointer, pointer, raw } = place;
  const secrets = importSecurity(site, raw, pointer);
  const gathered = withoutCredentials(
    site,
    gatherParameters(site, pathItem, pathPointer, raw, pointer),
    secrets,
  );
  const { path, names, query } = requestPath(site, place.path, pathPointer, gathered);
  const inQuery = new Set(query.map((parameter) => parameter.pointer));
  const declared = [...gathered.filter((parameter) => !inQuery.has(parameter.pointer)), ...query];
  const { parameters, examples, pointers } = importParameters(
    site,
    reconcilePath(site, declared, names, pathPointer),
  );
  const body = importBody(site, raw, pointer, gathered);
  const responses = importResponses(site, raw, pointer);
  const server = importServer(site, [
    { value: raw, pointer },
    { value: pathItem, pointer: pathPointer },
  ]);
  tellTheRest(site, place);
  const $defs = definitions(site);
  const operation: Operation = {
    server,
    method,
    path,
    ...texts(site, raw, pathItem),
    ...(member(raw, 'deprecated') === true ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined ? {} : { requestBody: body.requestBody }),
    ...(responses === undefined ? {} : { responses }),
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
    ...(secrets.length > 0 ? { 'x-farebox': { secrets } } : {}),
  };
  return {
    operation,
    parameterExamples: examples,
    parameterPointers: pointers,
    samples: site.book.samples,
    bodyExamples: body?.examples ?? [],
    ...(body === undefined ? {} : { bodyPointer: body.pointer }),
  };
}

/** Without parameters for the credentials, which the portal adds. */
function withoutCredentials(
  site: OperationSite,
  parameters: RawParameter[],
  secrets: ReturnType<typeof importSecurity>,
): RawParameter[] {
  const keys = new Set(
    secrets.map(({ scheme }) =>
      scheme.type === 'apiKey'
        ? parameterKey({ in: String(scheme['in']), name: String(scheme['name']) })
        : undefined,
    ),
  );
  return parameters.filter((parameter) => {
    const isCredential = keys.has(parameterKey(parameter));
    if (isCredential)
      site.lose(
        parameter.pointer,
        `The parameter "${parameter.name}" is left out: the portal sends its own credential there.`,
      );
    return !isCredential;
  });
}

function texts(
  { document }: OperationSite,
  raw: JsonObject,
  pathItem: JsonObject,
): Pick<Operation, 'operationId' | 'summary' | 'description'> {
  const operationId = textMember(raw, 'operationId');
  const summary = document.markdown(raw, 'summary') ?? document.markdown(pathItem, 'summary');
  const description = document.markdown(raw, 'description') ?? document.markdown(pathItem, 'description');
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Keeps all definitions of the input, and those of responses up to the limits. */
function definitions(site: OperationSite): NonNullable<Operation['$defs']> {
  const input = site.book.reach(site.inputSchemas);
  const reply = site.book.reach(site.replySchemas, maxReplyValues);
  const reference = site.book.reach(site.referenceSchemas, maxReferenceValues);
  site.losses.push(...input.losses, ...reply.losses, ...reference.losses);
  if (input.extensions || reply.extensions || reference.extensions) {
    site.lose('', 'Vendor extensions (x-…) and externalDocs of its schemas are not kept.');
  }
  return { ...reference.defs, ...reply.defs, ...input.defs };
}

const keptKeywords = new Set([
  'operationId', 'summary', 'description', 'deprecated', 'parameters', 'requestBody', 'responses', 'security', 'servers',
  'consumes', 'produces', 'schemes', 'tags', 'callbacks', 'externalDocs',
]); // biome-ignore format: a list of words

function tellTheRest(site: OperationSite, { raw, pointer, pathItem, pathPointer }: OperationPlace): void {
  const callbacks = Object.keys(objectMember(raw, 'callbacks') ?? {});
  if (callbacks.length > 0) {
    site.lose(
      childPointer(pointer, 'callbacks'),
      `The callbacks ${callbacks.join(', ')} are not kept: the portal receives no callbacks.`,
    );
  }
  const webhooks = Object.keys(objectMember(site.document.root, 'webhooks') ?? {});
  if (webhooks.length > 0)
    site.lose(
      '/webhooks',
      `The document's ${webhooks.length} webhooks are not operations that can be called.`,
    );
  const others = Object.keys(raw).filter((key) => !keptKeywords.has(key));
  if (others.length > 0) site.lose(pointer, `Not kept of the operation: ${others.slice(0, 20).join(', ')}.`);
  const extensions = Object.keys(pathItem).filter((key) => key.startsWith('x-'));
  if (extensions.length > 0)
    site.lose(pathPointer, `Not kept of the path: ${extensions.slice(0, 20).join(', ')}.`);
}

interface RequestPath {
  path: string;
  /** Names in braces, in order. */
  names: string[];
  /** Query parameters in the path itself. */
  query: RawParameter[];
}

/** The callable path of an operation. Some documents put queries, fragments or `:name` into paths. */
function requestPath(
  site: OperationSite,
  written: string,
  pointer: string,
  declared: RawParameter[],
): RequestPath {
  let path = written.trim();
  const hash = path.indexOf('#');
  if (hash >= 0) {
    site.lose(pointer, `The fragment "${path.slice(hash)}" of the path is never sent; it is left out.`);
    path = path.slice(0, hash);
  }
  const mark = path.indexOf('?');
  const query =
    mark < 0 ? { found: [], fixed: '' } : fixedQuery(site, path.slice(mark + 1), pointer, declared);
  if (mark >= 0) path = path.slice(0, mark).replace(/\{$/, '');
  if (!path.startsWith('/')) {
    if (path !== '') site.lose(pointer, 'The path does not begin with a slash; one is added.');
    path = `/${path}`;
  }
  path = withBraces(site, path, pointer, declared);
  const names = [...new Set([...path.matchAll(/\{([^{}/]+)\}/g)].map((match) => match[1] ?? ''))];
  if (query.fixed !== '') path = `${path}?${query.fixed}`;
  return { path, names, query: query.found };
}

/** `:id`, `{+id}` and `{id*}` become `{id}`. Characters that a path cannot have are percent-encoded. */
function withBraces(site: OperationSite, written: string, pointer: string, declared: RawParameter[]): string {
  const isDeclared = (name: string) =>
    declared.some((parameter) => parameter.in === 'path' && parameter.name === name);
  const braced = written
    .replace(/\/:([A-Za-z_]\w*)/g, (whole, name: string) => (isDeclared(name) ? `/{${name}}` : whole))
    .replace(/\{([+#./;]?)([^{}/*]+)(\*?)\}/g, (whole, _first, name: string) =>
      isDeclared(whole.slice(1, -1)) ? whole : `{${name}}`,
    );
  if (braced !== written) site.lose(pointer, `The path is read as ${braced}.`);
  const legal = braced.replace(/\{[^{}/]+\}|[\s"<>\\^`{|}]/g, (token) =>
    token.length > 1 ? token : encodeURIComponent(token),
  );
  if (legal !== braced) site.lose(pointer, `The path is read as ${legal}.`);
  return legal;
}

interface FixedQuery {
  found: RawParameter[];
  fixed: string;
}

/** In `?action=list&id={id}`, literal text stays in the path and names in braces become query parameters. */
function fixedQuery(
  site: OperationSite,
  query: string,
  pointer: string,
  declared: RawParameter[],
): FixedQuery {
  const found: RawParameter[] = [];
  const fixed: string[] = [];
  for (const part of query.split('&')) {
    const [name = '', ...rest] = part.split('=').map(decoded);
    const value = rest.join('=');
    if (
      name === '' ||
      /[{}]/.test(name) ||
      declared.some((parameter) => parameter.in === 'query' && parameter.name === name)
    )
      continue;
    if (/^\{.*\}$/.test(value)) {
      const moved = declared.find(
        (parameter) => parameter.in === 'path' && parameter.name === value.slice(1, -1),
      );
      site.lose(pointer, `"${name}" is in the query of the path; it is read as a query parameter.`);
      const raw: JsonObject = { ...(moved?.raw ?? { schema: { type: 'string' } }), name, in: 'query' };
      found.push({ raw, pointer: moved?.pointer ?? childPointer(pointer, name), name, in: 'query' });
      continue;
    }
    site.lose(pointer, `"${part}" is part of the path; every request has it.`);
    fixed.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  return { found, fixed: fixed.join('&') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A stray % stays.
    return text;
  }
}
