'use client';

import { useEffect, useState } from 'react';
import { sizeText } from '../../lib/text/size-text.ts';
import { kindName } from '../../lib/view/reply/kind-name.ts';
import type { Reply } from '../../lib/view/reply/reply.ts';
import type { ReplyKind } from '../../lib/view/reply/reply-kind.ts';

/** A screen reader says what is put into a region, not what it begins with: it is there before its words are. */
const afterMs = 100;

/** Says once how a reply ended, and nothing while it arrives. */
export function ReplyAnnouncement({ reply, kind }: { reply: Reply; kind: ReplyKind | null }) {
  const [said, setSaid] = useState('');
  const sentence = sentenceOf(reply, kind);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(sentence), afterMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

function sentenceOf({ body, complete, status }: Reply, kind: ReplyKind | null): string {
  if (body === null || kind === null) return '';
  const how = complete ? 'Reply complete' : 'Reply broken off';
  const outcome = status < 400 ? '' : `, status ${status}`;
  return `${how}${outcome}, ${kind === 'empty' ? 'empty' : `${sizeText(body.size)}, ${kindName(kind)}`}`;
}
