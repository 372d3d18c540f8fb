'use client';

import Link from 'next/link';
import { useDeferredValue } from 'react';
import { answerFile } from '../../lib/view/reply/download-name.ts';
import { usePlayground } from '../playground/playground-provider.tsx';
import { Snippets } from '../snippets/snippets.tsx';

/** The current input of the playground as code. */
export function CallAsCode() {
  const { slug, origin, fields, input, form } = usePlayground();
  const file = answerFile(slug, form.operation?.responses ?? []);
  return (
    <>
      <Snippets
        slug={slug}
        origin={origin}
        input={useDeferredValue(input)}
        fields={fields}
        {...(file !== undefined && { file })}
      />
      <p className="mt-6">
        <Link
          href={`/connect?products=${encodeURIComponent(slug)}`}
          prefetch={false}
          className="text-accent underline underline-offset-4"
        >
          Connect an agent
        </Link>{' '}
        to this product, with a budget of its own.
      </p>
    </>
  );
}
