import { nothingHere, type Route, routeOf } from '../../doors/endpoint.ts';
import { cacheableJson } from '../../http/response.ts';
import { protocols } from '../agents.ts';
import { documents } from '../documents.ts';
import { groups, openapiDocument } from './openapi-document.ts';
import { bareOperation, type Operation } from './operation.ts';

const openapi = bareOperation('GET /openapi.json', {
  isCached: () => true,
  handle: async ({ context }) =>
    cacheableJson(openapiDocument(context.settings.url, await context.face.read())),
});

/** What is at an address, with the parameters of its path. */
export interface FoundRoute {
  route: Route;
  params: Record<string, string>;
}

/** The segments below one: those with a name, and those that are a parameter, with what they end in. */
interface Branch {
  route?: Route;
  named: Map<string, Branch>;
  parameters: { name: string; suffix: string; branch: Branch }[];
}

const root = branchesOf([
  ...groups.flatMap(({ operations }) => operations),
  ...protocols,
  openapi,
  ...documents,
]);

const nothing = nothingHere();

/** The operations at an address of the API. */
export function findOperation(pathname: string): FoundRoute {
  return findRoute(pathname) ?? { route: nothing, params: {} };
}

/** Undefined where there is none, as at the addresses of pages. */
export function findRoute(pathname: string): FoundRoute | undefined {
  const params: Record<string, string> = {};
  let branch: Branch = root;
  for (const segment of pathname.slice(1).split('/')) {
    const named = branch.named.get(segment);
    const found = named ?? parameterAt(branch, segment, params);
    if (!found) return undefined;
    branch = found;
  }
  return branch.route && { route: branch.route, params };
}

function parameterAt(
  { parameters }: Branch,
  segment: string,
  params: Record<string, string>,
): Branch | undefined {
  for (const { name, suffix, branch } of parameters) {
    const value = decoded(segment.slice(0, segment.length - suffix.length));
    if (!segment.endsWith(suffix) || !value) continue;
    params[name] = value;
    return branch;
  }
  return undefined;
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function branchesOf(operations: Operation[]): Branch {
  const top: Branch = { named: new Map(), parameters: [] };
  for (const path of new Set(operations.map((one) => one.path))) {
    let branch = top;
    for (const segment of path.slice(1).split('/')) branch = branchAt(branch, segment);
    branch.route = routeOf(operations.filter((one) => one.path === path));
  }
  return top;
}

function branchAt({ named, parameters }: Branch, segment: string): Branch {
  const [, name, suffix = ''] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
  const known =
    name === undefined ? named.get(segment) : parameters.find((one) => one.suffix === suffix)?.branch;
  if (known) return known;
  const branch: Branch = { named: new Map(), parameters: [] };
  if (name === undefined) named.set(segment, branch);
  // What has an ending of its own comes before what takes any.
  else if (suffix === '') parameters.push({ name, suffix, branch });
  else parameters.unshift({ name, suffix, branch });
  return branch;
}
