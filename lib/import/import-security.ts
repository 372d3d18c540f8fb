import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Operation } from '../operation/operation.ts';
import type { OperationSite } from './operation-site.ts';
import { childPointer, member, objectMember, textMember } from './pointer.ts';

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
