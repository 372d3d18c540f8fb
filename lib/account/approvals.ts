import { z } from 'zod';

export const approvalStates = ['open', 'approved', 'declined', 'withdrawn'] as const;

export type ApprovalState = (typeof approvalStates)[number];

const state = z.enum(approvalStates, approvalStates.join(', ')).meta({
  description: '`open`: not decided yet; `withdrawn`: it was approved, and is not any more.',
});

const longestReason = 1_000;

/** The body of `POST /api/approvals`. */
export const approvalBody = z.strictObject({
  product: z.string('Expected a product.').max(200).meta({ description: 'Id or slug of the product.' }),
  reason: z
    .string('Say what you need it for.')
    .trim()
    .min(1, 'Say what you need it for.')
    .max(longestReason, `Expected at most ${longestReason} characters.`)
    .meta({ description: 'What you need it for. Operators of the portal read it.' }),
});

const product = z.strictObject({ id: z.string(), slug: z.string(), name: z.string() });

const approval = z.strictObject({
  id: z.string(),
  product,
  state,
  reason: z.string(),
  askedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decision: z.string().nullable().meta({ description: 'The reason of the decision.' }),
});

/** The response of `POST /api/approvals`. */
export const askedApproval = z.strictObject({ product: z.string(), state }).meta({ id: 'AskedApproval' });

/** The response of `GET /api/approvals`. */
export const approvalList = z
  .strictObject({ list: z.array(approval) })
  .meta({ id: 'ApprovalList', description: 'Newest first.' });

export type ApprovalList = z.output<typeof approvalList>;
