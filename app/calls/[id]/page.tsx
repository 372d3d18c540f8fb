import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { forbidden, notFound } from 'next/navigation';
import type { CallOfAll } from '../../../components/receipt/call-head.tsx';
import { CallReceipt } from '../../../components/receipt/call-receipt.tsx';
import { callInputOptions, receiptOptions } from '../../../components/receipt/receipt-options.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Receipt } from '../../../lib/receipt/receipt.ts';
import { forOperators } from '../../../server/callers/find-audience.ts';
import { portal } from '../../../server/doors/current-portal.ts';
import { callsOfAllQuery, listCallsOfAll } from '../../../server/operator/ledger-lists.ts';
import { findVisitor } from '../../../server/pages/find-visitor.ts';
import { mayDo } from '../../../server/rights.ts';
import {
  mayDeleteCallInput,
  readCallInput,
  readReceipt,
  refundedAccount,
} from '../../../server/calls/receipts.ts';

export const metadata: Metadata = { title: 'Receipt' };

export default async function ReceiptPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  let mayDelete = false;
  let refundTo: string | null = null;
  let call: CallOfAll | undefined;
  if (visitor) {
    const { context } = portal();
    client.setQueryData(
      receiptOptions(id).queryKey,
      receiptOf(await orRefusal(() => readReceipt(context, visitor, id))),
    );
    await client.prefetchQuery({
      ...callInputOptions(id),
      queryFn: () => unlessNotFound(async () => (await readCallInput(context, visitor, id)).value()),
    });
    mayDelete = (await unlessNotFound(() => mayDeleteCallInput(context, visitor, id))) === true;
    refundTo = await unlessNotFound(() => refundedAccount(context, visitor, id));
    if (mayDo(visitor, 'read-calls'))
      [call] = (await listCallsOfAll(forOperators(context), callsOfAllQuery.parse({ id }), visitor)).list;
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CallReceipt id={id} mayDeleteInput={mayDelete} refundTo={refundTo} call={call} />
    </HydrationBoundary>
  );
}

/** Shows `not-found.tsx` or `forbidden.tsx` instead of a receipt that the visitor does not get. */
async function orRefusal<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') notFound();
    if (error instanceof Problem && error.code === 'forbidden') forbidden();
    throw error;
  }
}

/** Guaranteed by the portal, which has just made it. */
function receiptOf(made: object): Receipt {
  return made as Receipt;
}

async function unlessNotFound<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return null;
    throw error;
  }
}
