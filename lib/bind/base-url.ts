import type { Operation } from '../operation/operation.ts';
import { percentEncodePath, type Refuse } from './plain-text.ts';

export interface BaseUrl {
  origin: string;
  /** Without a trailing slash. */
  path: string;
  /** Without the question mark. */
  query: string;
}

type Place = 'scheme' | 'authority' | 'path' | 'query' | 'whole';

/** The server of an operation with its variables filled in. A value cannot leave its part of the URL. */
export function baseUrl(
  server: Operation['server'],
  variables: Record<string, string>,
  refuse: Refuse,
): BaseUrl | undefined {
  let failed = false;
  const substituted = server.url.replace(/\{([^{}]*)\}/g, (_, name: string, offset: number) => {
    const declared = Object.hasOwn(server.variables ?? {}, name) ? server.variables?.[name] : undefined;
    const value = Object.hasOwn(variables, name) ? variables[name] : declared?.default;
    const fault = variableFault(value, declared?.enum, placeOf(server.url, offset, name));
    if (fault !== undefined) {
      failed = true;
      refuse(`The server variable ${name} ${fault}.`);
    }
    return value ?? '';
  });
  if (failed) return undefined;
  const url = parsedUrl(substituted);
  if (!url || !/^https?:\/\//i.test(substituted)) {
    return refuse(`The server URL ${server.url} is not an absolute http or https URL.`);
  }
  if (url.username !== '' || url.password !== '')
    return refuse('The server URL must not contain a user name.');
  const rest = substituted.slice(substituted.indexOf('//') + 2).replace(/^[^/?#]*/, '');
  const [beforeQuery = '', ...queries] = (rest.split('#')[0] ?? '').split('?');
  return {
    origin: url.origin,
    path: percentEncodePath(beforeQuery).replace(/\/+$/, ''),
    query: queries.join('?'),
  };
}

function placeOf(template: string, offset: number, name: string): Place {
  const before = template.slice(0, offset);
  const after = template.slice(offset + name.length + 2);
  if (before.includes('?')) return 'query';
  const authority = before.indexOf('://');
  if (authority >= 0) return before.indexOf('/', authority + 3) < 0 ? 'authority' : 'path';
  if (before === '' && !after.startsWith('://')) return 'whole';
  return after.includes('://') ? 'scheme' : 'path';
}

/** `whole` is a server that is only a variable, `{baseUrl}`. Its value must be a URL. */
const allowedAt: Record<Place, RegExp> = {
  scheme: /^[a-z][a-z0-9+.-]*$/i,
  authority: /^[A-Za-z0-9._~:[\]-]+$/,
  path: /^[A-Za-z0-9._~!$'()*+,:@=/-]*$/,
  query: /^[A-Za-z0-9._~!$'()*,:@/-]*$/,
  whole: /^https?:\/\/[A-Za-z0-9._~:[\]-]+(?:\/[A-Za-z0-9._~!$'()*+,:@=/-]*)?$/i,
};

function variableFault(
  value: string | undefined,
  allowed: string[] | undefined,
  place: Place,
): string | undefined {
  if (value === undefined) return 'has no value';
  if (allowed && allowed.length > 0 && !allowed.includes(value))
    return `must be one of ${allowed.join(', ')}`;
  if (!allowedAt[place].test(value)) return `must not be ${JSON.stringify(value)} at its place in the URL`;
  if (value.split('/').some((segment) => segment === '.' || segment === '..'))
    return 'must not leave its path';
  return undefined;
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
