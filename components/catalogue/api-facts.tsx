import type { ListedApi } from '../../lib/product/card-list.ts';
import { countOf } from '../../lib/text/count-text.ts';
import { DeprecatedMark } from './deprecated-mark.tsx';

/** The number of operations, which only an API has. */
export function ApiSize({ api: { operations, groups, deprecated } }: { api: ListedApi }) {
  return (
    <>
      {deprecated && <DeprecatedMark />}{' '}
      <span className="font-medium text-ink">{countOf(operations, 'operation')}</span>
      {groups > 1 && ` in ${countOf(groups, 'group')}`}
    </>
  );
}

export function apiOrigin({ provider, version }: ListedApi): string {
  return version === undefined ? provider.name : `${provider.name} · version ${version}`;
}
