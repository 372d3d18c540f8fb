import type { Metadata } from 'next';
import { Tabs } from '../../../components/operator/parts/page-head.tsx';
import { ListHead } from '../../../components/operator/parts/list-head.tsx';
import { NewTag } from '../../../components/operator/tags/tag-dialogs.tsx';
import { TagRows } from '../../../components/operator/tags/tag-rows.tsx';
import { type ListedTag, tagLists } from '../../../lib/operator/tags.ts';
import { listWords } from '../../../lib/operator/tag-words.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { listTags, tagsQuery } from '../../../server/desk/list-tags.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Tags', robots: { index: false } };

const address = '/operator/tags';

/** What products are found by: a tab for each kind, in the order of the filters of the catalogue. */
export default async function Tags({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Tags" right="read-offline-products">
      {async (context, caller) => {
        const { query, given } = await pageQuery(tagsQuery, searchParams);
        const kind = query.kind ?? 'types';
        const { list: all } = await listTags(context, { kind: undefined, q: undefined });
        const { list } = await listTags(context, { ...query, kind });
        const mayChange = mayDo(caller, 'publish-product');
        return (
          <>
            <ListHead
              title="Tags"
              address={address}
              given={given}
              asked={{ ...given, kind }}
              fixed={{ kind }}
              csv="/api/operator/tags"
              filters={[{ label: 'Name or slug', name: 'q', isSearch: true }]}
              tabs={<Kinds kind={kind} tags={all} />}
              action={mayChange && <NewTag kind={kind} />}
            />
            <TagRows
              kind={kind}
              tags={list}
              all={all.filter((tag) => tag.kind === kind)}
              mayChange={mayChange}
              isFiltered={query.q !== undefined}
            />
          </>
        );
      }}
    </OperatorPage>
  );
}

function Kinds({ kind, tags }: { kind: ListedTag['kind']; tags: ListedTag[] }) {
  const hrefOf = (one: string) => `${address}?kind=${one}`;
  return (
    <Tabs
      label="Tags by kind"
      current={hrefOf(kind)}
      tabs={tagLists.map((one) => ({
        name: listWords[one].several,
        href: hrefOf(one),
        count: groupedNumber(tags.filter((tag) => tag.kind === one).length),
      }))}
    />
  );
}
