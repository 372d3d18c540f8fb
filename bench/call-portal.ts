import type { Post } from './fire.ts';
import { type Running, startPortal } from './processes.ts';
import { callBody, calledPath, seedCalls, streamedPath } from './seed-calls.ts';

export interface CallPortal {
  server: Running;
  /** A call with a response of 300 bytes. */
  call: Post;
  /** A call with a streamed response of 100 MB. */
  stream: Post;
}

/** A portal with products on the upstream, and calls from an account with enough credits for all of them. */
export async function startCallPortal(dataFolder: string, upstreamUrl: string): Promise<CallPortal> {
  const key = await seedCalls(dataFolder, upstreamUrl);
  const settings = {
    FAREBOX_EGRESS_ALLOW: new URL(upstreamUrl).host,
  };
  const server = await startPortal(dataFolder, settings);
  const port = Number(new URL(server.url).port);
  const post = { port, headers: { authorization: `Bearer ${key}` }, body: callBody };
  return { server, call: { ...post, path: calledPath }, stream: { ...post, path: streamedPath } };
}
