import { z } from 'zod';
import { nextPage, reason, requiredReason } from './accounts.ts';

const address = z
  .string('Enter a host or an address with its port.')
  .trim()
  .min(1, 'Enter a host or an address with its port.')
  .max(300, 'An address can have at most 300 characters.');

const author = z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() });

/** The response of `GET /api/operator/upstreams`. */
export const allowedUpstreamList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        address: z.string().meta({ description: 'A host or an address with its port.' }),
        allowedAt: z.iso.datetime(),
        allowedBy: author,
        reason: z.string().nullable(),
        isFenced: z.boolean().meta({
          description: 'The environment does not let owners allow it any more: calls do not reach it.',
        }),
      }),
    ),
    next: nextPage,
    fence: z
      .array(z.string())
      .meta({ description: 'The networks of which owners can allow addresses (FAREBOX_EGRESS_OWNERS).' }),
  })
  .meta({ id: 'AllowedUpstreamList', description: 'By address.' });

export type AllowedUpstreamList = z.output<typeof allowedUpstreamList>;

/** The body of `POST /api/operator/upstreams`. */
export const allowUpstreamBody = z.strictObject({
  address: address.meta({ description: 'Such as `api.internal:8080` or `10.1.2.3:8080`.' }),
  reason: requiredReason,
});

/** The body of `POST /api/operator/upstreams/removal`. */
export const disallowUpstreamBody = z.strictObject({ address, reason });

export const changedUpstream = z
  .strictObject({ address: z.string(), allowed: z.boolean() })
  .meta({ id: 'ChangedUpstream' });
