import type { BufferedResponse } from '../http/response.ts';
import type { Call } from '../http/endpoint.ts';
import { portal } from '../portal/portal.ts';
import { writeChange } from '../store/write-change.ts';
import { refuseCrossSite } from '../http/refuse-cross-site.ts';
import { clearSessionCookie, readSessionCookie } from '../http/session-cookie.ts';

/** Signs a browser out: the session ends here, and its cookie there. Where there is none, that is as it should be. */
export async function closeSession({ request }: Call<unknown>): Promise<BufferedResponse> {
  const { settings, secret } = portal();
  refuseCrossSite(request, settings.url);
  const hash = readSessionCookie(request.headers.get('cookie') ?? '', secret, settings.isHttps);
  if (hash !== undefined) await writeChange('close-session', { hash });
  return {
    status: 204,
    headers: {
      'cache-control': 'no-store, private',
      'set-cookie': clearSessionCookie(settings.isHttps),
    },
    payload: '',
  };
}
