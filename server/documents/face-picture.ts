import type { PictureKind } from '../../lib/face/face.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { type BufferedResponse, cacheableText } from '../http/response.ts';

/** The address of a picture has its digest, so that it can be kept for ever; at the bare address it may change. */
const forEver = 'public, max-age=31536000, immutable';

/** A picture that an operator gave the portal. Nothing in it runs, and it fetches nothing, wherever it is opened. */
export async function facePicture(
  { store, face }: Context,
  kind: PictureKind,
  digest: string | undefined,
): Promise<BufferedResponse> {
  const [stored, { pictures }] = await Promise.all([store.face.picture(kind), face.read()]);
  if (!stored) throw new Problem('not-found', `The portal has no ${kind} of its own.`);
  const isNamed = digest !== undefined && digest === pictures[kind]?.digest;
  return cacheableText(Buffer.from(stored.content), stored.type, {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ...(isNamed && { 'cache-control': forEver }),
  });
}

/** A ticket with its perforation. */
const ticket = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <path fill="#b3390b" d="M4 7h24v6a3 3 0 0 0 0 6v6H4v-6a3 3 0 0 0 0-6z"/>
  <path stroke="#fff" stroke-width="2" stroke-dasharray="2 2.5" d="M20 9v14"/>
</svg>
`;

/** The icon of a portal that has none of its own. */
export function standardIcon(): BufferedResponse {
  return cacheableText(ticket, 'image/svg+xml');
}
