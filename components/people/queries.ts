import { queryOptions } from '@tanstack/react-query';
import { fetching } from '../fetch-json.ts';

// What a person, or their account, has.

export const alertsQuery = queryOptions({ queryKey: ['alerts'], queryFn: fetching('GET /api/alerts') });
export const apiKeysQuery = queryOptions({ queryKey: ['keys'], queryFn: fetching('GET /api/keys') });
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: fetching('GET /api/approvals'),
});
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: fetching('GET /api/identities'),
});
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: fetching('GET /api/members/invitations'),
});
export const membersQuery = queryOptions({ queryKey: ['members'], queryFn: fetching('GET /api/members') });
export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: fetching('GET /api/passkeys') });
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: fetching('GET /api/second-factor'),
});
export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: fetching('GET /api/sessions') });
export const termsQuery = queryOptions({ queryKey: ['terms'], queryFn: fetching('GET /api/terms') });
export const webhooksQuery = queryOptions({ queryKey: ['webhooks'], queryFn: fetching('GET /api/webhooks') });

/** The newest deliveries of a webhook. */
export function deliveriesQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', id],
    queryFn: fetching('GET /api/webhooks/{webhook_id}', { params: { webhook_id: id } }),
  });
}
