import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { $ZodType, output } from 'zod/v4/core';
import { fetchJson } from '../fetch-json.ts';
import { useConfirmed } from './confirming.tsx';

interface Change {
  /** Posts a change, and shows the page as it is after it. */
  change<Schema extends $ZodType>(address: string, body: unknown, answer: Schema): Promise<output<Schema>>;
  /** How many were made: the key of a form that is empty again after each. */
  made: number;
}

export function useChange(): Change {
  const router = useRouter();
  const confirmed = useConfirmed();
  const [made, setMade] = useState(0);
  return {
    made,
    async change(address, body, answer) {
      const { signal } = new AbortController();
      const answered = await confirmed(() => fetchJson(address, answer, signal, { method: 'POST', body }));
      router.refresh();
      setMade((count) => count + 1);
      return answered;
    },
  };
}
