import { z } from 'zod';
import type { Grant } from '../store/ledger.ts';
import type { CreateAccountPayload } from '../store/sqlite/jobs/create-account.ts';
import type { CreateKeyPayload } from '../store/sqlite/jobs/create-key.ts';
import type { RevokeKeyPayload } from '../store/sqlite/jobs/revoke-key.ts';
import type { PlaceOperationsPayload } from '../store/sqlite/jobs/place-operations.ts';
import type { PublishApiPayload } from '../store/sqlite/jobs/publish-api.ts';
import type { RemoveApiPayload } from '../store/sqlite/jobs/remove-api.ts';
import type { OwnProductsPayload } from '../store/sqlite/jobs/own-products.ts';
import type { ProductOwner } from '../store/sqlite/jobs/product-owner.ts';
import type { RefreshProductsPayload } from '../store/sqlite/jobs/refresh-products.ts';
import type { PublishPayload } from '../store/sqlite/jobs/publish.ts';
import type { PublishSynonymsPayload } from '../store/sqlite/jobs/publish-synonyms.ts';
import type { PublishedTag } from '../store/sqlite/jobs/publish-tags.ts';
import type { SetStatusPayload } from '../store/sqlite/jobs/set-status.ts';

const status = z.union([z.literal(0), z.literal(1)]);
const kind = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const number = z.int().min(1);

const owner: z.ZodType<ProductOwner> = z.strictObject({ file: z.string(), source: z.string().nullable() });

const publishPayload: z.ZodType<PublishPayload> = z.strictObject({
  now: z.int(),
  products: z.array(
    z.strictObject({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      sortName: z.string(),
      status: status.nullable(),
      priceFrom: z.int().min(0),
      priceTo: z.int().min(0),
      introduction: z.string(),
      doc: z.string(),
      tags: z.array(z.strictObject({ kind, slug: z.string() })),
      template: z.strictObject({ id: z.string(), hash: z.string(), document: z.string() }),
      owner: owner.optional(),
      before: owner.nullable().optional(),
    }),
  ),
});

const publishedTag: z.ZodType<PublishedTag> = z.strictObject({
  kind,
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
});

const synonymsPayload: z.ZodType<PublishSynonymsPayload> = z.strictObject({
  files: z.array(z.string()),
  groups: z.array(z.strictObject({ file: z.string(), phrases: z.array(z.string()) })),
});

const ownPayload: z.ZodType<OwnProductsPayload> = z.strictObject({
  owners: z.array(z.strictObject({ slug: z.string(), owner, before: owner.nullable().optional() })),
});

const placePayload: z.ZodType<PlaceOperationsPayload> = z.strictObject({
  places: z.array(
    z.strictObject({
      slug: z.string(),
      api: z.string().nullable(),
      groupIndex: z.int().min(0),
      position: z.int().min(0),
    }),
  ),
});

const apiPayload: z.ZodType<PublishApiPayload> = z.strictObject({
  now: z.int(),
  api: z.strictObject({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    sortName: z.string(),
    version: z.string().nullable(),
    provider: z.string(),
    url: z.string().nullable(),
    summary: z.string().nullable(),
    doc: z.string(),
    groups: z.string(),
    owner: z.strictObject({ file: z.string(), source: z.string().nullable() }),
  }),
});

const removePayload: z.ZodType<RemoveApiPayload> = z.strictObject({ slug: z.string() });

const refreshPayload: z.ZodType<RefreshProductsPayload> = z.strictObject({
  tagKey: z.int(),
  afterKey: z.int(),
});
const statusPayload: z.ZodType<SetStatusPayload> = z.strictObject({
  slugs: z.array(z.string()),
  status,
  now: z.int(),
});

const grantPayload: z.ZodType<Grant> = z.strictObject({
  purseId: z.string(),
  credits: z.int(),
  kind: z.enum(['grant', 'refund', 'correction']),
  reason: z.string(),
  nowMs: z.int(),
  callId: z.string().optional(),
});

const createAccountPayload: z.ZodType<CreateAccountPayload> = z.strictObject({
  id: z.string(),
  name: z.string(),
  now: z.int(),
  credits: z.int().min(0).optional(),
});

const cap = z.int().min(0).nullable();
const createKeyPayload: z.ZodType<CreateKeyPayload> = z.strictObject({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  hash: z.string(),
  hint: z.string(),
  operator: z.boolean(),
  now: z.int(),
  expiresAt: z.int().nullable(),
  capDay: cap,
  capMonth: cap,
  capTotal: cap,
});

const revokeKeyPayload: z.ZodType<RevokeKeyPayload> = z.strictObject({ id: z.string(), now: z.int() });

/** What the command line may ask of a running portal: of the verbs of the writer these, and no other. */
export const controlRequest = z.discriminatedUnion('verb', [
  z.strictObject({ number, verb: z.literal('create-account'), payload: createAccountPayload }),
  z.strictObject({ number, verb: z.literal('create-key'), payload: createKeyPayload }),
  z.strictObject({ number, verb: z.literal('grant'), payload: grantPayload }),
  z.strictObject({ number, verb: z.literal('own-products'), payload: ownPayload }),
  z.strictObject({ number, verb: z.literal('place-operations'), payload: placePayload }),
  z.strictObject({ number, verb: z.literal('publish'), payload: publishPayload }),
  z.strictObject({ number, verb: z.literal('publish-api'), payload: apiPayload }),
  z.strictObject({
    number,
    verb: z.literal('publish-tags'),
    payload: z.strictObject({ tags: z.array(publishedTag) }),
  }),
  z.strictObject({ number, verb: z.literal('publish-synonyms'), payload: synonymsPayload }),
  z.strictObject({ number, verb: z.literal('refresh-products'), payload: refreshPayload }),
  z.strictObject({ number, verb: z.literal('remove-api'), payload: removePayload }),
  z.strictObject({ number, verb: z.literal('revoke-key'), payload: revokeKeyPayload }),
  z.strictObject({ number, verb: z.literal('set-status'), payload: statusPayload }),
]);

export const controlReply = z.union([
  // JSON leaves out a result that is undefined, as that of a job that returns nothing.
  z.strictObject({ number, ok: z.literal(true), result: z.unknown().optional() }),
  z.strictObject({
    number,
    ok: z.literal(false),
    code: z.enum(['queue-full', 'storage-busy', 'storage-failed', 'writer-stopped', 'job-failed']),
    message: z.string(),
  }),
]);

export type ControlRequest = z.infer<typeof controlRequest>;
export type ControlReply = z.infer<typeof controlReply>;
