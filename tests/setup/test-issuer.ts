import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { listenOnLoopback } from './listen-on-loopback.ts';

type Key = Parameters<SignJWT['sign']>[0];

/** What is wrong with a token. */
export interface TokenChanges {
  claims?: Record<string, unknown>;
  header?: Partial<JWTHeaderParameters>;
  key?: Key;
  /** The whole token. */
  instead?: (token: string) => string;
}

export interface TestIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** While true it answers nothing. */
  isSilent: boolean;
  /** The address to which the browser comes back, with a code for a token. `location`: where the portal sent it. */
  approve(location: string, claims: Record<string, unknown>, changes?: TokenChanges): Promise<string>;
  /** A key that is not of the issuer. */
  foreignKey: Key;
  close(): Promise<void>;
}

const kid = 'key-1';

/** An issuer whose tokens are as right or wrong as a test wants. It lets a code be used again. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const { privateKey: foreignKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }];
  const codes = new Map<string, { challenge: string; token: string }>();
  const server = createServer();
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const metadata = {
    ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
    ...{ jwks_uri: `${url}/keys`, response_types_supported: ['code'], subject_types_supported: ['public'] },
    ...{ id_token_signing_alg_values_supported: ['RS256'], code_challenge_methods_supported: ['S256'] },
  };
  const redeem = (body: URLSearchParams) => {
    const { challenge, token } = codes.get(body.get('code') ?? '') ?? {};
    const verifier = hash('sha256', body.get('code_verifier') ?? '', 'base64url');
    return verifier === challenge
      ? { status: 200, json: { access_token: randomUUID(), token_type: 'Bearer', id_token: token } }
      : { status: 400, json: { error: 'invalid_grant' } };
  };
  const issuer: TestIssuer = {
    ...{ url, clientId: 'farebox', clientSecret: 'the secret of the client', isSilent: false, foreignKey },
    async approve(location, claims, { claims: other = {}, header = {}, key = privateKey, instead } = {}) {
      const asked = new URL(location).searchParams;
      const all = {
        ...{ iss: url, aud: issuer.clientId, nonce: asked.get('nonce'), auth_time: secondsNow() },
        ...{ iat: secondsNow(), exp: secondsNow() + 300, ...claims, ...other },
      };
      const token = await new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
      const code = randomUUID();
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        token: instead ? instead(token) : token,
      });
      return `${asked.get('redirect_uri')}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    if (issuer.isSilent) return request.socket.destroy();
    void text(request).then((body) => {
      const { status, json } =
        request.url === '/token'
          ? redeem(new URLSearchParams(body))
          : { status: 200, json: request.url === '/keys' ? { keys } : metadata };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  return issuer;
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
