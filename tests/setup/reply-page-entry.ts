import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { readReply } from '../../components/playground/call/read-reply.ts';
import { ReplyView } from '../../components/reply/reply-view.tsx';

/** The page that shows one reply, as the playground does, with a button that stops it. */
const root = createRoot(document.getElementById('reply') ?? document.body);
const stop = new AbortController();
document.getElementById('stop')?.addEventListener('click', () => stop.abort());

const response = await fetch('/reply', { signal: stop.signal });
const { receipt } = await readReply(
  response,
  (reply) => root.render(createElement(ReplyView, { reply })),
  stop.signal,
);
document.body.dataset['receipt'] = JSON.stringify(receipt);
