import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { choicesBody } from '../../../lib/operator/imports.ts';
import { fetchJson } from '../../fetch-json.ts';
import { importKey } from './import-options.ts';

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
