import Link from 'next/link';
import type { OperatorApiList } from '../../../lib/operator/apis.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { credentialPage } from '../../../lib/view/credential-page.ts';
import { State } from '../parts/page-head.tsx';
import { KeptIn } from '../parts/kept-in.tsx';
import { type ListOrder, orderedBy } from '../parts/list-order.ts';
import {
  cell,
  figure,
  List,
  Named,
  rowLink,
  wide,
  wideCell,
  wider,
  widerCell,
  widest,
  widestCell,
} from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

type Listed = OperatorApiList['list'][number];

interface Props {
  apis: Listed[];
  readsCredentials: boolean;
  isFiltered: boolean;
  order: ListOrder | undefined;
}

const columns = [
  { title: 'API' },
  { title: 'Status', className: `${wide} w-28` },
  { title: 'Online', className: `${wide} w-20`, isFigure: true },
  { title: 'Offline', className: `${wider} w-20`, isFigure: true },
  { title: 'Archived', className: `${wider} w-20`, isFigure: true },
  { title: 'Kept in', className: `${wider} w-28 pl-4` },
  { title: 'Comes from', className: `${widest} w-56` },
  { title: 'Changed', className: `${widest} w-24`, isFigure: true },
];

/** The APIs, with how their products are and what they miss. */
export function ApiRows({ apis, readsCredentials, isFiltered, order }: Props) {
  return (
    <List
      caption="APIs"
      things={['API', 'APIs']}
      rows={apis}
      columns={columns}
      order={order}
      none={
        isFiltered
          ? 'No APIs match.'
          : 'No APIs yet. Import one from its OpenAPI document: each operation becomes a product.'
      }
    >
      {(api) => (
        <ApiLine key={api.slug} api={api} by={orderedBy(order)} readsCredentials={readsCredentials} />
      )}
    </List>
  );
}

interface LineProps {
  api: Listed;
  by: string | undefined;
  readsCredentials: boolean;
}

function ApiLine({ api, by, readsCredentials }: LineProps) {
  const { slug, name, version, keptIn, products, online, archived, changedAt } = api;
  const state = <ApiState api={api} readsCredentials={readsCredentials} />;
  return (
    <tr>
      <td className={cell}>
        <Named
          name={
            <Link href={`/operator/apis/${slug}`} prefetch={false} className={rowLink}>
              {name}
            </Link>
          }
          more={
            <>
              <span className="font-mono">{slug}</span>
              {version !== null && ` · version ${version}`}
            </>
          }
          below={
            <>
              <span className="text-ink">{state}</span> ·{' '}
              {by === 'changed' ? (
                <>
                  changed <When at={changedAt} />
                </>
              ) : (
                `${groupedNumber(online)} of ${countOf(products, 'product')} online`
              )}
            </>
          }
        />
      </td>
      <td className={wideCell}>{state}</td>
      <td className={`${wideCell} ${figure} font-medium`}>{groupedNumber(online)}</td>
      <td className={`${widerCell} ${figure}`}>{groupedNumber(products - online - archived)}</td>
      <td className={`${widerCell} ${figure} text-quiet`}>{groupedNumber(archived)}</td>
      <td className={`${widerCell} pl-4 text-quiet`}>
        <KeptIn owner={keptIn} />
      </td>
      <td className={`${widestCell} text-quiet`} title={api.address ?? undefined}>
        {originOf(api)}
      </td>
      <td className={`${widestCell} text-right text-quiet`}>
        <When at={changedAt} />
      </td>
    </tr>
  );
}

/** The host of its document, or the document's name. */
function originOf({ address, source }: Listed): string {
  if (address !== null && URL.canParse(address)) return new URL(address).host;
  return source ?? '–';
}

function ApiState({
  api: { products, online, archived, missing },
  readsCredentials,
}: {
  api: Listed;
  readsCredentials: boolean;
}) {
  const [first] = missing;
  if (first !== undefined) {
    const text = missing.length === 1 ? '1 missing' : `${groupedNumber(missing.length)} missing`;
    const words = `${first} is not set${missing.length > 1 ? `, nor ${countOf(missing.length - 1, 'other')}` : ''}`;
    return (
      <span title={words}>
        <State tone="warn">
          {readsCredentials ? (
            <Link href={credentialPage(first)} prefetch={false} className="underline underline-offset-4">
              {text}
              <span className="sr-only">: {words}</span>
            </Link>
          ) : (
            text
          )}
        </State>
      </span>
    );
  }
  if (online > 0) return <State tone="good">Online</State>;
  if (archived > 0 && archived === products) return <State tone="quiet">Archived</State>;
  return <State tone="quiet">Offline</State>;
}
