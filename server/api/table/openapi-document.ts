import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { defaultFace, type Face } from '../../../lib/face/face.ts';
import { type ApiDocument, apiDocument } from '../../../lib/reference/api-document.ts';
import { apiGroups } from '../../../lib/reference/docs-pages.ts';
import { agents } from '../agents.ts';
import { alerts } from '../alerts.ts';
import { calls } from '../calls.ts';
import { factors, ownPerson } from '../factors.ts';
import { identities } from '../identities.ts';
import { keys } from '../keys.ts';
import { members } from '../members.ts';
import type { OperationGroup } from './operation.ts';
import { operatorRecords } from '../operators/audit.ts';
import { operatorAccess } from '../operators/access.ts';
import { operatorAccounts, operatorKeysAndCredits } from '../operators/accounts.ts';
import { operatorApis } from '../operators/apis.ts';
import { operatorCredentials } from '../operators/credentials.ts';
import { operatorDrafts } from '../operators/drafts.ts';
import { operatorPages } from '../operators/pages.ts';
import { pages } from '../pages.ts';
import { operatorLedger } from '../operators/ledger.ts';
import { operatorPortal } from '../operators/portal.ts';
import { operatorPeople } from '../operators/people.ts';
import { operatorImports } from '../operators/imports.ts';
import { operatorPlans } from '../operators/plans.ts';
import { operatorProducts } from '../operators/products.ts';
import { supervision } from '../operators/supervision.ts';
import { products } from '../products.ts';
import { sessions } from '../sessions.ts';
import { webhooks } from '../webhooks.ts';

const known = [
  ...[
    products,
    calls,
    sessions,
    keys,
    ownPerson,
    factors,
    identities,
    members,
    alerts,
    agents,
    webhooks,
    pages,
  ],
  ...[
    operatorAccounts,
    operatorKeysAndCredits,
    operatorPeople,
    operatorLedger,
    operatorImports,
    operatorProducts,
    operatorPlans,
    operatorDrafts,
    operatorApis,
  ],
  ...[operatorCredentials, operatorAccess, operatorPortal, operatorPages, operatorRecords, supervision],
] satisfies OperationGroup[];

/** An operation with its types, by which pages ask for it. */
export type KnownOperation = (typeof known)[number]['operations'][number];

/** All that the API does, in the order of the docs. */
export const groups: OperationGroup[] = known;

/** The portal's own document, made of the schemas that the handlers parse with and those that tests hold answers to. */
export function openapiDocument(
  url: string,
  { name, contact }: Pick<Face, 'name' | 'contact'> = defaultFace,
) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: name,
      version: '1.0.0',
      description:
        'Browse API products, get the price of a call before you make it, and call them. Credits are integers.',
      ...(contact !== '' && {
        contact: contact.startsWith('https://') ? { url: contact } : { email: contact },
      }),
    },
    servers: [{ url }],
    security: [],
    tags: apiGroups.map(({ title, about }) => ({ name: title, description: about })),
    paths: pathsOf(groups),
  });
}

let reference: ApiDocument | undefined;

/** The same as pages show it: made once, because it stays the same as long as the process runs. */
export function apiReference(url: string): ApiDocument {
  reference ??= apiDocument.parse(openapiDocument(url));
  return reference;
}

/** Each operation with the group by which viewers and generators of clients file it. */
function pathsOf(filed: OperationGroup[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { tag, operations } of filed)
    for (const { method, path, document } of operations)
      if (document) paths[path] = { ...paths[path], [method.toLowerCase()]: { ...document, tags: [tag] } };
  return paths;
}
