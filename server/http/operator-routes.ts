import * as accounts from '../../app/api/operator/accounts/route.ts';
import * as account from '../../app/api/operator/accounts/[account_id]/route.ts';
import * as invitations from '../../app/api/operator/accounts/[account_id]/invitations/route.ts';
import * as accountKeys from '../../app/api/operator/accounts/[account_id]/keys/route.ts';
import * as revocation from '../../app/api/operator/accounts/[account_id]/keys/[key_id]/revocation/route.ts';
import * as refusedCalls from '../../app/api/operator/accounts/[account_id]/calls/refused/route.ts';
import * as refusedUsage from '../../app/api/operator/accounts/[account_id]/usage/refused/route.ts';
import * as seeAs from '../../app/api/operator/accounts/[account_id]/see-as/route.ts';
import * as endSeeAs from '../../app/api/operator/see-as/end/route.ts';
import * as caps from '../../app/api/operator/accounts/[account_id]/caps/route.ts';
import * as suspension from '../../app/api/operator/accounts/[account_id]/suspension/route.ts';
import * as accountUsage from '../../app/api/operator/accounts/[account_id]/usage/route.ts';
import * as audit from '../../app/api/operator/audit/route.ts';
import * as auditExport from '../../app/api/operator/audit/export/route.ts';
import * as calls from '../../app/api/operator/calls/route.ts';
import * as entries from '../../app/api/operator/entries/route.ts';
import * as grants from '../../app/api/operator/grants/route.ts';
import * as keys from '../../app/api/operator/keys/route.ts';
import * as mails from '../../app/api/operator/mails/route.ts';
import * as mail from '../../app/api/operator/mails/[mail_id]/route.ts';
import * as retry from '../../app/api/operator/mails/[mail_id]/retry/route.ts';
import * as dismissals from '../../app/api/operator/overview/dismissals/route.ts';
import * as overview from '../../app/api/operator/overview/route.ts';
import * as people from '../../app/api/operator/people/route.ts';
import * as person from '../../app/api/operator/people/[person_id]/route.ts';
import * as erasure from '../../app/api/operator/people/[person_id]/erasure/route.ts';
import * as personExport from '../../app/api/operator/people/[person_id]/export/route.ts';
import * as factorReset from '../../app/api/operator/people/[person_id]/factor-reset/route.ts';
import * as passwordLink from '../../app/api/operator/people/[person_id]/password-link/route.ts';
import * as role from '../../app/api/operator/people/[person_id]/role/route.ts';
import * as signOut from '../../app/api/operator/people/[person_id]/sign-out/route.ts';
import * as products from '../../app/api/operator/products/route.ts';
import * as status from '../../app/api/operator/products/[slug]/status/route.ts';
import * as settings from '../../app/api/operator/settings/route.ts';
import type { Route } from './endpoint.ts';

/** The endpoints of operators, by the segments of their paths after `/api/operator/`. */
export const operatorRoutes: readonly (readonly [segments: string[], route: Route])[] = Object.entries({
  accounts: accounts,
  'accounts/{account_id}': account,
  'accounts/{account_id}/invitations': invitations,
  'accounts/{account_id}/keys': accountKeys,
  'accounts/{account_id}/keys/{key_id}/revocation': revocation,
  'accounts/{account_id}/see-as': seeAs,
  'accounts/{account_id}/caps': caps,
  'accounts/{account_id}/suspension': suspension,
  'accounts/{account_id}/usage': accountUsage,
  'accounts/{account_id}/usage/refused': refusedUsage,
  'accounts/{account_id}/calls/refused': refusedCalls,
  audit: audit,
  'audit/export': auditExport,
  calls: calls,
  entries: entries,
  grants: grants,
  keys: keys,
  mails: mails,
  'mails/{mail_id}': mail,
  'mails/{mail_id}/retry': retry,
  overview: overview,
  'overview/dismissals': dismissals,
  people: people,
  'people/{person_id}': person,
  'people/{person_id}/erasure': erasure,
  'people/{person_id}/export': personExport,
  'people/{person_id}/factor-reset': factorReset,
  'people/{person_id}/password-link': passwordLink,
  'people/{person_id}/role': role,
  'people/{person_id}/sign-out': signOut,
  products: products,
  'products/{slug}/status': status,
  'see-as/end': endSeeAs,
  settings: settings,
} satisfies Record<string, Route>).map(([path, route]) => [path.split('/'), route] as const);
