import * as alert from '../../app/api/alerts/[alert_id]/route.ts';
import * as alerts from '../../app/api/alerts/route.ts';
import * as authorizations from '../../app/api/authorizations/route.ts';
import * as call from '../../app/api/product/developer/call/[api_id]/route.ts';
import * as callInput from '../../app/api/calls/[call_id]/input/route.ts';
import * as calls from '../../app/api/calls/route.ts';
import * as catalogue from '../../app/api/catalogue/route.ts';
import * as confirmation from '../../app/api/session/confirmation/route.ts';
import * as credits from '../../app/api/credits/route.ts';
import * as health from '../../app/api/health/route.ts';
import * as identities from '../../app/api/identities/route.ts';
import * as identity from '../../app/api/identities/[identity_id]/route.ts';
import * as info from '../../app/api/product/info/route.ts';
import * as key from '../../app/api/keys/[key_id]/route.ts';
import * as keyRotation from '../../app/api/keys/[key_id]/rotate/route.ts';
import * as keys from '../../app/api/keys/route.ts';
import * as list from '../../app/api/product/list/route.ts';
import * as mailCode from '../../app/api/session/mail-code/route.ts';
import * as accounts from '../../app/api/accounts/route.ts';
import * as chosenAccount from '../../app/api/session/account/route.ts';
import * as invitation from '../../app/api/members/invitations/[invitation_id]/route.ts';
import * as invitations from '../../app/api/members/invitations/route.ts';
import * as join from '../../app/api/join/route.ts';
import * as member from '../../app/api/members/[person_id]/route.ts';
import * as members from '../../app/api/members/route.ts';
import * as shownInvitation from '../../app/api/invitation/route.ts';
import * as metrics from '../../app/metrics/route.ts';
import * as nothing from '../../app/api/[[...path]]/route.ts';
import * as oidc from '../../app/api/oidc/[issuer]/route.ts';
import * as oidcCallback from '../../app/api/oidc/callback/[issuer]/route.ts';
import * as openapi from '../../app/openapi.json/route.ts';
import * as playground from '../../app/api/product/playground/route.ts';
import * as ready from '../../app/api/ready/route.ts';
import * as receipt from '../../app/api/calls/[call_id]/route.ts';
import * as reply from '../../app/api/replies/[call_id]/route.ts';
import * as receiptKey from '../../app/api/receipt-key/route.ts';
import * as required from '../../app/api/product/credits/required/[api_id]/route.ts';
import * as passkey from '../../app/api/passkeys/[passkey_id]/route.ts';
import * as passkeyOptions from '../../app/api/passkeys/options/route.ts';
import * as passkeys from '../../app/api/passkeys/route.ts';
import * as password from '../../app/api/password/route.ts';
import * as ownErasure from '../../app/api/person/erasure/route.ts';
import * as ownExport from '../../app/api/person/export/route.ts';
import * as refusedCalls from '../../app/api/calls/refused/route.ts';
import * as refusedUsage from '../../app/api/usage/refused/route.ts';
import * as registration from '../../app/api/registration/route.ts';
import * as personSession from '../../app/api/sessions/[session_id]/route.ts';
import * as secondFactor from '../../app/api/second-factor/route.ts';
import * as session from '../../app/api/session/route.ts';
import * as sessionPasskey from '../../app/api/session/passkey/route.ts';
import * as sessions from '../../app/api/sessions/route.ts';
import * as setup from '../../app/api/setup/route.ts';
import * as mcp from '../../app/mcp/route.ts';
import * as authorizationServer from '../../app/.well-known/oauth-authorization-server/route.ts';
import * as clientRegistration from '../../app/oauth/register/route.ts';
import * as mcpResource from '../../app/.well-known/oauth-protected-resource/mcp/route.ts';
import * as protectedResource from '../../app/.well-known/oauth-protected-resource/route.ts';
import * as tokenRevocation from '../../app/oauth/revoke/route.ts';
import * as tokens from '../../app/oauth/token/route.ts';
import * as usage from '../../app/api/usage/route.ts';
import * as webhook from '../../app/api/webhooks/[webhook_id]/route.ts';
import * as webhooks from '../../app/api/webhooks/route.ts';
import type { Route } from './endpoint.ts';
import { operatorRoutes } from './operator-routes.ts';

export interface ApiRoute {
  route: Route;
  params: Record<string, string>;
}

const routes = new Map<string, Route>([
  ['/api/accounts', accounts],
  ['/api/alerts', alerts],
  ['/api/authorizations', authorizations],
  ['/api/calls', calls],
  ['/api/calls/refused', refusedCalls],
  ['/api/catalogue', catalogue],
  ['/api/credits', credits],
  ['/api/usage', usage],
  ['/api/usage/refused', refusedUsage],
  ['/api/health', health],
  ['/api/identities', identities],
  ['/api/invitation', shownInvitation],
  ['/api/join', join],
  ['/api/keys', keys],
  ['/api/members', members],
  ['/api/members/invitations', invitations],
  ['/api/product/info', info],
  ['/api/product/list', list],
  ['/api/product/playground', playground],
  ['/api/ready', ready],
  ['/api/receipt-key', receiptKey],
  ['/api/passkeys', passkeys],
  ['/api/passkeys/options', passkeyOptions],
  ['/api/password', password],
  ['/api/person/erasure', ownErasure],
  ['/api/person/export', ownExport],
  ['/api/registration', registration],
  ['/api/second-factor', secondFactor],
  ['/api/session', session],
  ['/api/session/confirmation', confirmation],
  ['/api/session/mail-code', mailCode],
  ['/api/session/passkey', sessionPasskey],
  ['/api/session/account', chosenAccount],
  ['/api/sessions', sessions],
  ['/api/setup', setup],
  ['/api/webhooks', webhooks],
  ['/.well-known/oauth-authorization-server', authorizationServer],
  ['/.well-known/oauth-protected-resource', protectedResource],
  ['/.well-known/oauth-protected-resource/mcp', mcpResource],
  ['/oauth/register', clientRegistration],
  ['/oauth/revoke', tokenRevocation],
  ['/oauth/token', tokens],
  ['/mcp', mcp],
  ['/metrics', metrics],
  ['/openapi.json', openapi],
]);

/** The one parameter is the segment after the folder. */
const routesByFolder = new Map<string, { name: string; route: Route }>([
  ['/api/alerts/', { name: 'alert_id', route: alert }],
  ['/api/calls/', { name: 'call_id', route: receipt }],
  ['/api/identities/', { name: 'identity_id', route: identity }],
  ['/api/members/', { name: 'person_id', route: member }],
  ['/api/members/invitations/', { name: 'invitation_id', route: invitation }],
  ['/api/keys/', { name: 'key_id', route: key }],
  ['/api/oidc/', { name: 'issuer', route: oidc }],
  ['/api/oidc/callback/', { name: 'issuer', route: oidcCallback }],
  ['/api/passkeys/', { name: 'passkey_id', route: passkey }],
  ['/api/product/credits/required/', { name: 'api_id', route: required }],
  ['/api/product/developer/call/', { name: 'api_id', route: call }],
  ['/api/replies/', { name: 'call_id', route: reply }],
  ['/api/sessions/', { name: 'session_id', route: personSession }],
  ['/api/webhooks/', { name: 'webhook_id', route: webhook }],
]);

const operatorFolder = '/api/operator/';

const callInputPath = /^\/api\/calls\/([^/]+)\/input$/;
const keyRotationPath = /^\/api\/keys\/([^/]+)\/rotate$/;

/** Which endpoint is at an address: the same ones that Next would find in `app`. */
export function findRoute(pathname: string): ApiRoute {
  const route = routes.get(pathname);
  if (route) return { route, params: {} };
  if (pathname.startsWith(operatorFolder)) return findOperatorRoute(pathname);
  const slash = pathname.lastIndexOf('/') + 1;
  const folder = routesByFolder.get(pathname.slice(0, slash));
  const segment = pathname.slice(slash);
  if (folder && segment !== '')
    return { route: folder.route, params: { [folder.name]: decodeURIComponent(segment) } };
  const callId = callInputPath.exec(pathname)?.[1];
  if (callId !== undefined) return { route: callInput, params: { call_id: decodeURIComponent(callId) } };
  const keyId = keyRotationPath.exec(pathname)?.[1];
  if (keyId !== undefined) return { route: keyRotation, params: { key_id: decodeURIComponent(keyId) } };
  return { route: nothing, params: {} };
}

/** Segments in braces are parameters. */
function findOperatorRoute(pathname: string): ApiRoute {
  const segments = pathname.slice(operatorFolder.length).split('/');
  for (const [names, route] of operatorRoutes) {
    if (names.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = names.every((name, index) => {
      const segment = segments[index] ?? '';
      if (!name.startsWith('{')) return name === segment;
      params[name.slice(1, -1)] = decodeURIComponent(segment);
      return segment !== '';
    });
    if (fits) return { route, params };
  }
  return { route: nothing, params: {} };
}
