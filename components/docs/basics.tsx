import type { ReactNode } from 'react';
import { CodeText } from '../shell/code-text.tsx';

interface Topic {
  id: string;
  title: string;
  paragraphs: string[];
}

/** What holds for all endpoints, and stands in no schema. */
export const basics: Topic[] = [
  {
    id: 'fare',
    title: 'The fare',
    paragraphs: [
      'Ask for the price of an input, then make the call with the same input. What is charged is never more than what was quoted, and a call that fails costs nothing unless its product says so in its charge table.',
      'To be sure of it, send `Farebox-Quote` with the quote that the estimate gives for `detail=full`: the call costs at most that, also if the price changes in between. Or send `Farebox-Max-Credits` with the most that you would pay, and a dearer call is refused before it is made.',
    ],
  },
  {
    id: 'callers',
    title: 'Who calls',
    paragraphs: [
      'Reading is open to everyone. A call is made with an API key, `Authorization: Bearer fb_…`, or without one by a guest, who has some credits a day for each network. An operator may turn guests away.',
      'A key belongs into that header alone: one in an address is refused, because addresses are written to logs.',
    ],
  },
  {
    id: 'retries',
    title: 'Trying again',
    paragraphs: [
      'Send `Idempotency-Key` with a call, any text of 1 to 255 visible characters, and send the same again if no answer came: for a day the answer of the first call comes again, with `Idempotency-Replayed: true`, and nothing is made or charged twice.',
      'Where trying again makes sense, `Retry-After` says when.',
    ],
  },
  {
    id: 'replies',
    title: 'Replies and receipts',
    paragraphs: [
      'A call answers with the body and the type of the API itself. `Farebox-Call-Id` names the call, `Farebox-Credits-Charged` says what it cost, and the receipt at `/api/calls/{id}` says why, line by line, signed so that you can reckon it again without this portal.',
      'Answers over 1 MiB and streams are settled at their end: they say `Farebox-Credits-Held` instead, and a stream of events closes with the comment `: farebox-receipt {json}`.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    paragraphs: [
      'Every error is `application/problem+json` with a `code` for programs and a `detail` for people. Where fields are at fault, `errors` names each by a JSON pointer or by the name of a parameter. Its `type` is a page that says what to do.',
    ],
  },
];

export function Basics({ more }: { more: Record<string, ReactNode> }) {
  return basics.map(({ id, title, paragraphs }) => (
    <section key={id} aria-labelledby={id} className="mt-8">
      <h2 id={id} className="scroll-mt-6 text-lg font-semibold">
        {title}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2 max-w-prose">
          <CodeText text={paragraph} />
        </p>
      ))}
      {more[id]}
    </section>
  ));
}
