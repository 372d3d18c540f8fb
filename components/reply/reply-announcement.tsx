'use client';

import { useEffect, useState } from 'react';
import { sizeText } from '../../lib/text/size-text.ts';
import { kindName } from '../../lib/view/reply/kind-name.ts';
import type { Reply } from '../../lib/view/reply/reply.ts';
import type { ReplyKind } from '../../lib/view/reply/reply-kind.ts';

/** Screen readers announce changes of a live region, not its first content, so it starts empty. */
const afterMs = 100;

/** Announces the end of a reply once. */
export function ReplyAnnouncement({ reply, kind }: { reply: Reply; kind: ReplyKind | null }) {
  const [message, setMessage] = useState('');
  const sentence = sentenceOf(reply, kind);
  useEffect(() => {
    const timer = setTimeout(() => setMessage(sentence), afterMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}

function sentenceOf({ body, complete, status }: Reply, kind: ReplyKind | null): string {
  if (body === null || kind === null) return '';
  const how = complete ? 'Reply complete' : 'Reply broken off';
  const outcome = status < 400 ? '' : `, status ${status}`;
  return `${how}${outcome}, ${kind === 'empty' ? 'empty' : `${sizeText(body.size)}, ${kindName(kind)}`}`;
}
