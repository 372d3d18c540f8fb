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
  const [key = ''] = await seedCalls({ dataFolder }, upstreamUrl);
  const server = await startPortal(dataFolder, mayCall(upstreamUrl));
  const call = callOf(server, key);
  return { server, call, stream: { ...call, path: streamedPath } };
}

/** The setting that lets a portal call the upstream. */
export function mayCall(upstreamUrl: string): Record<string, string> {
  return { FAREBOX_EGRESS_ALLOW: new URL(upstreamUrl).host };
}

/** A call with a response of 300 bytes, by the owner of a key. */
export function callOf({ url }: Running, key: string): Post {
  return {
    port: Number(new URL(url).port),
    path: calledPath,
    headers: { authorization: `Bearer ${key}` },
    body: callBody,
  };
}
