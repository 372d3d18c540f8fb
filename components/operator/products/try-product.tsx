'use client';

import { MayAllow } from '../parts/change-button.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type JsonObject, jsonText, parseJson } from '../../../lib/json/json.ts';
import type { TriedProduct } from '../../../lib/operator/products.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { fetchJson } from '../../fetch-json.ts';
import { messageOf } from '../../problem-error.ts';
import { CodeBlock } from '../../shell/code-block.tsx';
import { quietButton } from '../../shell/buttons.tsx';

interface Tried {
  input: JsonObject;
  result: TriedProduct;
}

/** Calls the API of a product with the input of the page, for operators, without charge. */
export function TryProduct({ slug, input }: { slug: string; input: JsonObject }) {
  const [tried, setTried] = useState<Tried>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      fetchJson('POST /api/operator/products/{slug}/try', { params: { slug }, body: { input } }),
    onSuccess: (result) => setTried({ input, result }),
  });
  return (
    <section aria-labelledby="try" className="min-w-0 rounded-lg border border-dashed border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="try" className="font-semibold">
          For operators
        </h2>
        <button
          type="button"
          disabled={isPending}
          onClick={() => mutate()}
          className={`with-script ${quietButton}`}
        >
          {isPending ? 'Trying…' : 'Try without charge'}
        </button>
      </div>
      <p className="mt-1 text-sm text-quiet">
        Sends this input to the API, also while the product is offline. Nothing is charged or listed as a
        call.
      </p>
      <div role="status">
        {error && <p className="mt-3 text-sm break-words text-bad">{messageOf(error)}</p>}
        {tried && !error && <Outcome {...tried} isOf={tried.input === input} />}
      </div>
    </section>
  );
}

function Outcome({ result: { request, reply, failure, tookMs }, isOf }: Tried & { isOf: boolean }) {
  const head = [
    `${request.method} ${request.url}`,
    ...request.headers.map(({ name, value }) => `${name}: ${value}`),
    ...request.credentials.map((name) => `(credential ${name}, not shown)`),
  ];
  return (
    <div className="mt-3 grid grid-cols-1 gap-3">
      {!isOf && <p className="text-sm text-quiet">Of the input before your last change:</p>}
      {reply ? (
        <p>
          Test: answered <strong>{reply.status}</strong> in {groupedNumber(tookMs)} ms
        </p>
      ) : (
        <p className="break-words text-bad">
          <MayAllow text={failure ?? ''} />
        </p>
      )}
      <details open={!reply}>
        <summary className="cursor-pointer text-sm text-quiet">What was sent</summary>
        <div className="mt-2">
          <CodeBlock
            text={[...head, ...(request.body ? ['', shown(request.body)] : [])].join('\n')}
            label="The request to the API"
          />
        </div>
      </details>
      {reply && (
        <CodeBlock
          text={[...reply.headers.map(({ name, value }) => `${name}: ${value}`), '', shown(reply.body)].join(
            '\n',
          )}
          label="The reply of the API"
        />
      )}
    </div>
  );
}

function shown({ text, bytes }: NonNullable<TriedProduct['request']['body']>): string {
  if (text === null) return `(${groupedNumber(bytes)} bytes that are no text)`;
  try {
    return jsonText(parseJson(text), '  ');
  } catch {
    return text;
  }
}
