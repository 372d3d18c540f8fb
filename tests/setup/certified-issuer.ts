import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface CertifiedIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in next. */
  account: { sub: string; email: string; email_verified: boolean; name: string };
  close(): Promise<void>;
}

const clientId = 'farebox';
const clientSecret = 'the secret of the certified client';

interface ProviderContext {
  oidc: { account?: { accountId: string }; session?: { accountId?: string } };
}

/** `oidc-provider` on loopback. Whoever comes is signed in at once, as its `account`. */
export async function startCertifiedIssuer(redirectUri: string): Promise<CertifiedIssuer> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  const issuer: CertifiedIssuer = {
    ...{ url: `http://127.0.0.1:${port}`, clientId, clientSecret },
    account: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada of Acme' },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer.url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the tests'] },
    interactions: { url: () => '/interaction' },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => issuer.account }),
    async loadExistingGrant({ oidc }: ProviderContext) {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const done = request.url?.startsWith('/interaction')
      ? provider.interactionFinished(request, response, { login: { accountId: issuer.account.sub } })
      : answer(request, response);
    done.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  return issuer;
}
