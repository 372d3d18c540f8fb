import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportDetail, choicesBody } from '../../../lib/operator/imports.ts';
import { fetching, fetchJson } from '../../fetch-json.ts';

const pollEveryMs = 600;

const moving: readonly ImportDetail['state'][] = ['waiting', 'fetching', 'reading', 'storing', 'publishing'];

export function isMoving({ state }: Pick<ImportDetail, 'state'>): boolean {
  return moving.includes(state);
}

/** The key of all that a page knows of an import. */
export const importKey = (id: string) => ['import', id] as const;

/** Asked for again as long as the portal works on it. */
export function importOptions(id: string) {
  return queryOptions<ImportDetail>({
    queryKey: ['import', id, 'state'],
    queryFn: fetching('GET /api/operator/imports/{import_id}', { params: { import_id: id } }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? pollEveryMs : false),
  });
}

/** What a list of operations is filtered by, as its address has it. */
export type OperationsQuery = Partial<Record<'q' | 'group' | 'only' | 'after', string>>;

const pageSize = '100';

/** Another state has other rows: those of before would miss what became of them. */
export function operationsOptions({ id, state, results }: ImportDetail, query: OperationsQuery) {
  return queryOptions({
    queryKey: ['import', id, 'operations', query, state, results],
    queryFn: fetching('GET /api/operator/imports/{import_id}/operations', {
      params: { import_id: id },
      query: { ...query, pageSize },
    }),
    // A page stays while the next one comes.
    placeholderData: keepPreviousData,
  });
}

export function operationOptions(id: string, position: number) {
  return queryOptions({
    queryKey: ['import', id, 'operation', position],
    queryFn: fetching('GET /api/operator/imports/{import_id}/operations/{position}', {
      params: { import_id: id, position: String(position) },
    }),
  });
}

type Choices = Omit<(typeof choicesBody)['_zod']['input'], 'reason'>;

/** Stores what is chosen at once, so that nothing is lost with the page. */
export function useChoices(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Choices) =>
      fetchJson('POST /api/operator/imports/{import_id}/choices', { params: { import_id: id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: importKey(id) }),
  });
}
