import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { baseUrl } from '../bind/base-url.ts';
import type { Operation } from '../operation/operation.ts';
import type { Loss } from './loss.ts';
import type { OperationSite } from './operation-site.ts';
import { arrayMember, childPointer, objectMember, textMember } from './pointer.ts';

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
  const host = textMember(root, 'host')?.trim() ?? '';
  if (host === '')
    site.lose('/host', `The document has no host; ${unknownOrigin} is used until you set one.`);
  const origin = host === '' ? unknownOrigin : `${scheme}://${host.replace(/^\w+:\/\//, '')}`;
  return checkedServer(
    site,
    { url: origin + (basePath.startsWith('/') || basePath === '' ? basePath : `/${basePath}`) },
    '/host',
  );
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
  site.lose(
    pointer,
    `The server "${url}" is relative, and the address of the document is unknown; ${unknownOrigin} is used as its host until you set one.`,
  );
  return `${unknownOrigin}/${url.replace(/^[./]+/, '')}`;
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
