import type { z } from 'zod';
import type { approvalBody, ApprovalList, ApprovalState } from '../../lib/account/approvals.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { randomLetters } from '../call-id.ts';
import type { Caller } from '../callers/caller.ts';
import { activeAuthor, memberAuthor, requireAccount, requireRole } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { requireProduct } from '../products/find-product.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';

interface Approvable {
  key: number;
  slug: string;
  approval: number;
}

/** Refuses a call of a product that needs approval, by an account that has none. */
export async function requireApproval(
  context: Context,
  caller: Caller,
  { key, slug, approval }: Approvable,
): Promise<void> {
  if (approval === 0) return;
  const state = caller.kind === 'account' ? await stateOf(context, caller.purse, key) : undefined;
  if (state === 'approved') return;
  const said = state === undefined ? 'none' : state;
  throw new Problem(
    'approval-required',
    `Calls of ${slug} need the approval of an operator. ${words[said]}`,
    [],
    {},
    {
      approval: said,
      product: slug,
    },
  );
}

const words: Record<Exclude<ApprovalState, 'approved'> | 'none', string> = {
  none: 'Ask for it beside the price on its page, or with POST /api/approvals.',
  open: 'Your account has asked for it: an operator has not decided yet.',
  declined: 'It was declined. You can ask again beside the price on its page, or with POST /api/approvals.',
  withdrawn: 'It was withdrawn. You can ask again beside the price on its page, or with POST /api/approvals.',
};

async function stateOf(
  context: Context,
  account: string,
  productKey: number,
): Promise<ApprovalState | undefined> {
  const { caches, store } = context;
  const states = await caches.approvals.getOrMake(account, () => store.access.approvalsOf(account));
  return states.get(productKey);
}

/** Asks that the account of the caller may call a product. Whoever may call may ask. */
export async function askApproval(
  context: Context,
  caller: Caller,
  { product: name, reason }: z.output<typeof approvalBody>,
  author: Author,
): Promise<{ product: string; state: ApprovalState }> {
  requireAccount(caller);
  requireRole(caller, 'call');
  const { slug, approval } = await requireProduct(context, name);
  if (approval === 0) return { product: slug, state: 'approved' };
  const { name: account } = await context.store.members.readAccount(caller.purse);
  const now = Date.now();
  const payload = {
    ...{ id: `req_${randomLetters(16)}`, accountId: caller.purse, slug, reason, now },
    mail: {
      subject: `${account} asks to call ${slug}`,
      text: [
        `The account ${account} asks to call the product ${slug}, whose calls need approval.`,
        `The reason given: ${reason}`,
        `Decide here: ${new URL('/operator/requests', context.settings.url).href}`,
      ].join('\n\n'),
    },
  };
  const allowed = activeAuthor(memberAuthor(author, caller, 'call'), caller);
  const { outcome } = await writeChange(context, 'ask-approval', payload, allowed);
  if (outcome === 'none') throw new Problem('not-found', 'There is no such product.');
  return { product: slug, state: outcome === 'approved' ? 'approved' : 'open' };
}

const mostListed = 200;

/** What the account of the caller asked to call. */
export async function listApprovals({ store }: Context, caller: Caller): Promise<ApprovalList> {
  requireAccount(caller);
  const { rows } = await store.access.requests(
    { accountIds: [caller.purse] },
    { before: undefined, most: mostListed },
  );
  return {
    list: rows.map(({ id, state, reason, askedAt, decidedAt, decision, product }) => ({
      ...{ id, state, reason, decision },
      product: { id: product.id, slug: product.slug, name: product.name },
      askedAt: askedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}
