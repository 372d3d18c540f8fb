import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { CallReceipt } from '../../../components/receipt/call-receipt.tsx';
import { callInputOptions, receiptOptions } from '../../../components/receipt/receipt-options.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../lib/problem.ts';
import { findVisitor } from '../../../server/callers/find-visitor.ts';
import type { Principal } from '../../../server/callers/principal.ts';
import { keptInputOf } from '../../../server/calls/call-input.ts';
import { signedReceipt } from '../../../server/calls/read-receipt.ts';

export const metadata: Metadata = { title: 'Receipt' };

export default async function ReceiptPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  if (visitor) {
    client.setQueryData(receiptOptions(id).queryKey, await receiptOrNotFound(id, visitor));
    await client.prefetchQuery({ ...callInputOptions(id), queryFn: () => keptInputOf(id, visitor) });
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CallReceipt id={id} />
    </HydrationBoundary>
  );
}

async function receiptOrNotFound(id: string, visitor: Principal): Promise<JsonObject> {
  try {
    return await signedReceipt(id, visitor);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') notFound();
    throw error;
  }
}
