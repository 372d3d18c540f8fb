import type { JsonObject } from '../json/json.ts';
import type { RawParameter } from './raw-parameter.ts';
import type { OperationSite } from './operation-site.ts';
import { childPointer } from './pointer.ts';

export interface RequestPath {
  path: string;
  /** Names in braces, in order. */
  names: string[];
  /** Query parameters in the path itself. */
  query: RawParameter[];
}

/** The callable path of an operation. Some documents put queries, fragments or `:name` into paths. */
export function requestPath(
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
