import { queryOptions } from '@tanstack/react-query';
import { secondFactorState } from '../../lib/account/factors.ts';
import { identityList } from '../../lib/account/identities.ts';
import { sessionList } from '../../lib/account/people.ts';
import { fetchJson } from '../fetch-json.ts';

export function identitiesOptions() {
  return queryOptions({
    queryKey: ['identities'],
    queryFn: ({ signal }) => fetchJson('/api/identities', identityList, signal),
  });
}

export function secondFactorOptions() {
  return queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => fetchJson('/api/second-factor', secondFactorState, signal),
  });
}

export function sessionsOptions() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => fetchJson('/api/sessions', sessionList, signal),
  });
}
