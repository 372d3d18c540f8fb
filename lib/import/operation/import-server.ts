import { baseUrl } from '../../bind/base-url.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Loss } from '../loss.ts';
import type { OperationSite } from './operation-site.ts';
import { arrayMember, childPointer, objectMember, textMember, member } from '../document/pointer.ts';

type Server = Operation['server'];
type Variables = NonNullable<Server['variables']>;

/** A placeholder for a host that the document does not name. RFC 2606 guarantees that it never resolves. */
export const unknownOrigin = 'https://upstream.invalid';

/** The server of an operation: its own, else the path's, else the document's. */
export function importServer(site: OperationSite, owners: { value: JsonObject; pointer: string }[]): Server {
  if (site.document.dialect === '2.0') return swaggerServer(site, owners[0]);
  for (const { value, pointer } of [...owners, { value: site.document.root, pointer: '' }]) {
    const servers = arrayMember(value, 'servers');
    const index = servers.findIndex((server) => textMember(server, 'url') !== undefined);
    if (index < 0) continue;
    const at = childPointer(pointer, 'servers');
    const others = servers.flatMap((server, position) =>
      position === index ? [] : (textMember(server, 'url') ?? []),
    );
    if (others.length > 0)
      site.lose(at, `The first server is used; the others are left out: ${others.slice(0, 10).join(', ')}.`);
    return knownServer(site, servers[index] ?? null, childPointer(at, index));
  }
  site.lose('/servers', `The document has no server; ${unknownOrigin} is used until you set one.`);
  return { url: unknownOrigin };
}

function swaggerServer(
  site: OperationSite,
  operation: { value: JsonObject; pointer: string } | undefined,
): Server {
  const { root } = site.document;
  const own = arrayMember(operation?.value, 'schemes');
  const offered = (own.length > 0 ? own : arrayMember(root, 'schemes')).filter(
    (scheme) => typeof scheme === 'string',
  );
  const scheme = ['https', 'http'].find((known) => offered.includes(known)) ?? 'https';
  if (offered.length > 1)
    site.lose('/schemes', `${scheme} is used; the document offers ${offered.join(', ')}.`);
  const basePath = textMember(root, 'basePath') ?? '';
  const host = textMember(root, 'host')?.trim() || hostOfDocument(site);
  if (host === '')
    site.lose('/host', `The document has no host; ${unknownOrigin} is used until you set one.`);
  const origin = host === '' ? unknownOrigin : `${scheme}://${host.replace(/^\w+:\/\//, '')}`;
  return checkedServer(
    site,
    { url: origin + (basePath.startsWith('/') || basePath === '' ? basePath : `/${basePath}`) },
    '/host',
  );
}

/** Swagger 2.0: "the host serving the documentation is to be used". */
function hostOfDocument({ document: { address } }: OperationSite): string {
  return address?.isOwn && /^https?:$/.test(address.url.protocol) ? address.url.host : '';
}

const known = new WeakMap<JsonObject, { server: Server; losses: Loss[]; pointer: string }>();

/** Most operations have the server of the document. */
function knownServer(site: OperationSite, raw: JsonValue, pointer: string): Server {
  if (!isJsonObject(raw)) return readServer(site, raw, pointer);
  const before = known.get(raw);
  if (before?.pointer === pointer) {
    site.losses.push(...before.losses);
    return before.server;
  }
  const start = site.losses.length;
  const server = readServer(site, raw, pointer);
  known.set(raw, { server, losses: site.losses.slice(start), pointer });
  return server;
}

function readServer(site: OperationSite, raw: JsonValue, pointer: string): Server {
  const description = site.document.markdown(raw, 'description');
  const url = absoluteUrl(site, (textMember(raw, 'url') ?? '').trim(), childPointer(pointer, 'url'));
  const variables = readVariables(site, objectMember(raw, 'variables') ?? {}, url, pointer);
  const server: Server = {
    url,
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(variables).length > 0 ? { variables } : {}),
  };
  return checkedServer(site, server, pointer);
}

function absoluteUrl(site: OperationSite, url: string, pointer: string): string {
  if (/^https?:\/\//i.test(url) || /^\{[^}]+\}/.test(url)) return url;
  if (/^wss?:\/\//i.test(url)) {
    site.lose(pointer, 'A WebSocket server is read as its HTTP counterpart.');
    return url.replace(/^ws/i, 'http');
  }
  if (/^\/\//.test(url)) return `https:${url}`;
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(url) || /^localhost(?::\d+)?(?:\/|$)/.test(url)) {
    site.lose(pointer, `The server "${url}" has no scheme; https is used.`);
    return `https://${url}`;
  }
  const whole = besideDocument(site, url);
  if (whole !== undefined) {
    site.lose(
      pointer,
      `The server "${url}" is relative, and taken from the address of the document: ${whole}.`,
    );
    return whole;
  }
  site.lose(
    pointer,
    `The server "${url}" is relative, and the address of the document is unknown; ${unknownOrigin} is used as its host until you set one.`,
  );
  return `${unknownOrigin}/${url.replace(/^[./]+/, '')}`;
}

/** A relative address of a server, where the document itself has one (OpenAPI 3.1, 4.8.5). */
function besideDocument(site: OperationSite, url: string): string | undefined {
  const { address } = site.document;
  if (!address?.isOwn || !/^https?:$/.test(address.url.protocol)) return undefined;
  // Variables stay as they are written.
  if (url.startsWith('/') || url === '') return (address.url.origin + url).replace(/\/$/, '');
  return URL.canParse(url, address.url) ? new URL(url, address.url).href : undefined;
}

function readVariables(site: OperationSite, raw: JsonObject, url: string, pointer: string): Variables {
  const variables: Variables = {};
  for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g)) {
    const at = childPointer(pointer, 'variables', name);
    const variable = objectMember(raw, name);
    const values = arrayMember(variable, 'enum').flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
    );
    const given = textMember(variable, 'default');
    if (given !== undefined && values.length > 0 && !values.includes(given)) {
      values.push(given);
      site.lose(
        at,
        `The default of the server's variable "${name}" is not among its values; it is added to them.`,
      );
    }
    if (given === undefined)
      site.lose(at, `The server's variable "${name}" has no default; "${values[0] ?? name}" is used.`);
    const description = site.document.markdown(variable, 'description');
    variables[name] = {
      default: given ?? values[0] ?? name,
      ...(values.length > 0 ? { enum: values } : {}),
      ...(description === undefined ? {} : { description }),
    };
  }
  return variables;
}

/** Replaces an invalid server address by the placeholder, because it cannot be called. */
function checkedServer(site: OperationSite, server: Server, pointer: string): Server {
  const bare = server.url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  if (bare !== server.url)
    site.lose(pointer, 'Credentials, query and fragment of the server address are left out.');
  const faults: string[] = [];
  const base = baseUrl({ ...server, url: bare }, {}, (detail) => void faults.push(detail));
  if (base !== undefined && faults.length === 0) return { ...server, url: bare };
  site.lose(
    pointer,
    `"${server.url}" cannot be called (${faults.join(' ')}); ${unknownOrigin} is used until you set one.`,
  );
  return { url: unknownOrigin };
}

type Secret = NonNullable<NonNullable<Operation['x-farebox']>['secrets']>[number];
type Scheme = Secret['scheme'];

const types = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'] as const;

/** The security schemes of the operation's first usable requirement, each with a named secret. */
export function importSecurity(site: OperationSite, operation: JsonObject, pointer: string): Secret[] {
  const owner = member(operation, 'security') === undefined ? site.document.root : operation;
  const at = childPointer(owner === operation ? pointer : '', 'security');
  const raw = member(owner, 'security');
  const requirements = (Array.isArray(raw) ? raw : isJsonObject(raw) ? [raw] : []).filter(isJsonObject);
  for (const [index, requirement] of requirements.entries()) {
    const secrets = secretsOf(site, requirement, childPointer(at, index));
    if (secrets === undefined) continue;
    const others = requirements.filter((other) => other !== requirement).map(inWords);
    if (others.length > 0)
      site.lose(
        at,
        `It is called with ${inWords(requirement)}; it may also be called with ${[...new Set(others)].join(', or ')}.`,
      );
    return secrets;
  }
  return [];
}

function inWords(requirement: JsonObject): string {
  const names = Object.keys(requirement);
  return names.length > 0 ? names.join(' and ') : 'no credential';
}

function secretsOf(site: OperationSite, requirement: JsonObject, pointer: string): Secret[] | undefined {
  const secrets: Secret[] = [];
  for (const name of Object.keys(requirement)) {
    const scheme = schemeNamed(site, name);
    if (scheme === undefined) {
      site.lose(
        childPointer(pointer, name),
        `The document does not define the security scheme "${name}"; it is left out.`,
      );
      return undefined;
    }
    secrets.push({
      name: secretName(textMember(objectMember(site.document.root, 'info'), 'title') ?? '', name),
      scheme,
    });
  }
  return secrets;
}

function schemeNamed(site: OperationSite, name: string): Scheme | undefined {
  const { root } = site.document;
  const homes = [
    objectMember(objectMember(root, 'components'), 'securitySchemes'),
    objectMember(root, 'securityDefinitions'),
  ];
  const home = homes.find((candidate) => member(candidate, name) !== undefined);
  const located = site.document.follow(member(home, name), '');
  return located.ok && isJsonObject(located.value) ? readScheme(located.value) : undefined;
}

/** Reads a Security Scheme Object and converts `basic` and OAuth of OpenAPI 2.0 to 3.1. */
function readScheme(raw: JsonObject): Scheme | undefined {
  const written = textMember(raw, 'type');
  if (written === 'basic') return { type: 'http', scheme: 'basic' };
  const type = types.find((one) => one.toLowerCase() === written?.toLowerCase());
  if (type === undefined) return undefined;
  const place = textMember(raw, 'in')?.toLowerCase();
  const name = textMember(raw, 'name');
  if (type === 'apiKey') {
    if (name === undefined || place === undefined || !['query', 'header', 'cookie'].includes(place))
      return undefined;
    return { type, name, in: place };
  }
  if (type === 'http') {
    const format = textMember(raw, 'bearerFormat');
    return {
      type,
      scheme: (textMember(raw, 'scheme') ?? 'bearer').toLowerCase(),
      ...(format === undefined ? {} : { bearerFormat: format }),
    };
  }
  if (type === 'openIdConnect') return { type, openIdConnectUrl: textMember(raw, 'openIdConnectUrl') ?? '' };
  if (type === 'oauth2') return { type, flows: objectMember(raw, 'flows') ?? swaggerFlow(raw) };
  return { type };
}

const flows: Record<string, string> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

function swaggerFlow(raw: JsonObject): JsonObject {
  const name = flows[textMember(raw, 'flow') ?? ''];
  const kept: [string, JsonValue][] = ['authorizationUrl', 'tokenUrl', 'scopes'].flatMap(
    (key): [string, JsonValue][] => {
      const value = member(raw, key);
      return value === undefined ? [] : [[key, value]];
    },
  );
  return name === undefined ? {} : { [name]: Object.fromEntries(kept) };
}

/** `Swagger Petstore` and `api_key` → SWAGGER_PETSTORE_API_KEY. */
function secretName(title: string, scheme: string): string {
  const words = `${upperSnake(title).slice(0, 40)}_${upperSnake(scheme).slice(0, 40)}`
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');
  return /^[A-Z]/.test(words) ? words : `API_${words}`.replace(/_$/, '');
}

function upperSnake(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}
