import { useEffect, useState } from 'react';
import type { Reply } from '../../lib/view/reply/reply.ts';
import { type ReplyKind, replyKind } from '../../lib/view/reply/reply-kind.ts';
import { headOf } from './blob-contents.ts';

/** How to show a reply; null until that is known. */
export function useReplyKind({ body, contentType, events }: Reply): ReplyKind | null {
  const [known, setKnown] = useState<{ body: Blob; kind: ReplyKind } | null>(null);
  useEffect(() => {
    if (body === null) return;
    let isCurrent = true;
    void headOf(body).then((head) => {
      if (isCurrent) setKnown({ body, kind: replyKind(contentType, head) });
    });
    return () => {
      isCurrent = false;
    };
  }, [body, contentType]);
  if (events !== null) return body?.size === 0 ? 'empty' : 'events';
  return known !== null && known.body === body ? known.kind : null;
}
