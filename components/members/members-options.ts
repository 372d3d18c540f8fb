import { queryOptions } from '@tanstack/react-query';
import { invitationList, memberList } from '../../lib/account/members.ts';
import { fetchJson } from '../fetch-json.ts';

export function membersOptions() {
  return queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => fetchJson('/api/members', memberList, signal),
  });
}

export function invitationsOptions() {
  return queryOptions({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => fetchJson('/api/members/invitations', invitationList, signal),
  });
}
