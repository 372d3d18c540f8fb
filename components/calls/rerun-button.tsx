'use client';

import { messageOf } from '../problem-error.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { writeShareLink } from '../../lib/view/share-link.ts';
import { callInputOptions } from '../receipt/receipt-options.ts';

/** Opens the playground with the input of a call, while the portal keeps it. */
export function RerunButton({
  callId,
  slug,
  what,
}: {
  callId: string;
  slug: string;
  /** Names the call to screen readers. */
  what: string;
}) {
  const client = useQueryClient();
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const open = async () => {
    try {
      const input = await client.fetchQuery(callInputOptions(callId));
      const link = input && writeShareLink(input);
      if (!link) setProblem('The input of this call is no longer stored.');
      else if (!link.ok) setProblem(link.detail);
      else router.push(`/products/${encodeURIComponent(slug)}#${link.fragment}`);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <>
      <button type="button" onClick={() => void open()} className="button">
        Run again<span className="sr-only"> {what}</span>
      </button>
      <span role="status" className="block text-sm text-bad empty:hidden">
        {problem}
      </span>
    </>
  );
}
