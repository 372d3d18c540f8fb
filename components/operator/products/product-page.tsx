import Link from 'next/link';
import type { ReactNode } from 'react';
import type { OperatorProduct, ProductRelease, ProductReleaseList } from '../../../lib/operator/products.ts';
import { type Health, shareText } from '../../../lib/operator/health.ts';
import { costText } from '../../../lib/price/cost-text.ts';
import { durationText, groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { CodeBlock } from '../../shell/code-block.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { PageHead, Pill, Tabs } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { ChangeStatus } from './product-menu.tsx';
import { ProductDrafts } from './product-drafts.tsx';
import { EditProduct } from './edit-product.tsx';
import { KeepInConsole } from './keep-in-console.tsx';
import { RemoveProduct } from './remove-product.tsx';
import { audienceOf } from '../access/audiences.ts';
import { When } from '../parts/when.tsx';
import { cell, NoRows, PageLinks, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';

export const productTabs = ['versions', 'calls'] as const;

interface Props {
  product: OperatorProduct;
  health: Health | undefined;
  /** None: the overview. */
  tab: (typeof productTabs)[number] | undefined;
  mayReadCalls: boolean;
  releases: ProductReleaseList;
  /** What the address asks for. */
  given: Record<string, string>;
  mayChangeStatus: boolean;
  mayPublish: boolean;
  /** The part that says who sees it. */
  visibility: ReactNode;
  /** The content of a tab that is a list. */
  children: ReactNode;
}

/** A product as operators look after it: what it is made of, and what was published of it. */
export function ProductPage({ product, health, tab, mayReadCalls, children, ...props }: Props) {
  const { slug } = product;
  const address = `/operator/products/${slug}`;
  return (
    <>
      <Head product={product} mayChangeStatus={props.mayChangeStatus} />
      <ProductFacts product={product} health={health} />
      <Tabs
        label="Parts of the product"
        tabs={[
          { href: address, name: 'Overview' },
          {
            ...{ href: `${address}?tab=versions`, name: 'Versions' },
            count: product.release === 0 ? undefined : groupedNumber(product.release),
          },
          ...(mayReadCalls ? [{ href: `${address}?tab=calls`, name: 'Calls' }] : []),
        ]}
        current={tab ? `${address}?tab=${tab}` : address}
      />
      {tab === undefined && <Overview product={product} {...props} />}
      {tab === 'versions' && (
        <Part id="versions" title="Versions">
          <Releases slug={slug} releases={props.releases.list} current={product.release} />
          <PageLinks address={address} given={props.given} next={props.releases.next} />
        </Part>
      )}
      {tab === 'calls' && children}
    </>
  );
}

/** How its calls end, and who may make them. */
function ProductFacts({ product, health }: Pick<Props, 'product' | 'health'>) {
  const week = health && {
    calls: health.lately.calls + health.usually.calls,
    failed: health.lately.failed + health.usually.failed,
  };
  return (
    <Facts>
      <Fact
        name="Seen by"
        value={audienceOf(product.visibility).title}
        about={product.approval === 'required' ? 'calls need approval' : undefined}
      />
      {week && week.calls > 0 && (
        <>
          <Fact name="Calls, 7 days" value={groupedNumber(week.calls)} about={`${shareText(week)} failed`} />
          {health.meanMs !== null && (
            <Fact name="Answers in" value={durationText(health.meanMs)} about="on average" />
          )}
          {health.lastSuccessAt !== null && (
            <Fact name="Last success" value={<When at={health.lastSuccessAt} hasTime />} about="UTC" />
          )}
        </>
      )}
      {product.release > 0 && (
        <Fact name="Version" value={groupedNumber(product.release)} about="published now" />
      )}
    </Facts>
  );
}

function Head({ product, mayChangeStatus }: Pick<Props, 'product' | 'mayChangeStatus'>) {
  const { slug, name, status } = product;
  return (
    <PageHead
      title={name}
      crumb={{ href: '/operator/products', name: 'Products' }}
      pills={<Status product={product} />}
      sub={
        <>
          <span className="font-mono text-xs">{slug}</span>
          <span>· {keptInText(product)} ·</span>
          {product.api !== null && (
            <>
              <Link
                href={`/operator/apis/${product.api}`}
                prefetch={false}
                className="underline underline-offset-4"
              >
                Its API
              </Link>
              <span>·</span>
            </>
          )}
          <Link href={`/products/${slug}`} prefetch={false} className="underline underline-offset-4">
            As callers see it
          </Link>
        </>
      }
    >
      {mayChangeStatus && product.archivedAt === null && (
        <ChangeStatus slug={slug} name={name} isOnline={status === 'online'} />
      )}
    </PageHead>
  );
}

type OverviewProps = Pick<Props, 'product' | 'mayPublish' | 'visibility'>;

function Overview({ product, mayPublish, visibility }: OverviewProps) {
  const { slug, name, entry } = product;
  return (
    <>
      {visibility}
      <Part id="definition" title="Definition">
        <p className="mt-1 mb-3 max-w-prose text-sm text-quiet">
          What is published now, as a catalogue file. <code className="font-mono">farebox export</code> writes
          the same.
        </p>
        {mayPublish && product.keptIn === 'console' && product.archivedAt === null ? (
          <EditProduct key={slug} product={product} />
        ) : (
          <>
            {mayPublish && product.keptIn !== 'console' && <KeepInConsole product={product} />}
            <CodeBlock text={entry} label={`Definition of ${name}`} />
            <ProductDrafts slug={slug} release={product.release} />
          </>
        )}
      </Part>
      {mayPublish && <RemoveProduct product={product} />}
    </>
  );
}

function Status({ product: { status, archivedAt } }: { product: OperatorProduct }) {
  if (archivedAt !== null) return <Pill tone="warn">Archived</Pill>;
  return status === 'online' ? <Pill tone="good">Online</Pill> : <Pill tone="quiet">Offline</Pill>;
}

export function Crumb({ product }: { product?: Pick<OperatorProduct, 'slug' | 'name'> }) {
  const link = 'underline-offset-4 hover:text-ink hover:underline';
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-quiet">
      <ol className="flex flex-wrap gap-x-2">
        <li>
          <Link href="/operator/products" prefetch={false} className={link}>
            Products
          </Link>
        </li>
        {product && (
          <li className="before:mr-2 before:content-['›']">
            <Link href={`/operator/products/${product.slug}`} prefetch={false} className={link}>
              {product.name}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}

function keptInText({ keptIn, source }: OperatorProduct): string {
  const place = keptIn === 'console' ? 'kept in the console' : `kept in the file ${keptIn ?? '(unknown)'}`;
  return source === null ? place : `${place}, drafted from ${source}`;
}

function Releases({
  slug,
  releases,
  current,
}: {
  slug: string;
  releases: ProductRelease[];
  current: number;
}) {
  if (releases.length === 0)
    return <NoRows>It has not been published since versions are kept. The next change is the first.</NoRows>;
  const columns = [
    { title: 'Version', className: 'w-28' },
    { title: 'What changed' },
    { title: 'By', className: `${wide} w-48` },
    { title: 'When (UTC)', className: `${wide} w-44` },
  ];
  return (
    <Rows caption="Versions, newest first" columns={columns}>
      {releases.map((release) => (
        <tr key={release.number}>
          <td className={cell}>
            <Link
              href={`/operator/products/${slug}?release=${release.number}`}
              prefetch={false}
              className={rowLink}
            >
              {release.number}
              <span className="sr-only">: what changed in it</span>
            </Link>
            {release.number === current && <span className="ml-2 text-quiet">now</span>}
          </td>
          <td className={cell}>
            {changeText(release)}
            {release.breaking.length > 0 && (
              <span className="block text-bad">Breaks callers: {release.breaking.join('; ')}</span>
            )}
            {release.mayCostMore !== null && (
              <span className="block text-quiet">{costText(release.mayCostMore)}</span>
            )}
            {release.reason !== null && <span className="block text-quiet">Reason: {release.reason}</span>}
            <span className="block text-quiet @xl:hidden">
              {authorText(release)}, {momentText(release.at)} UTC
            </span>
          </td>
          <td className={wideCell} title={authorText(release)}>
            {authorText(release)}
          </td>
          <td className={`${wideCell} text-sm text-quiet tabular-nums`}>{momentText(release.at)}</td>
        </tr>
      ))}
    </Rows>
  );
}

export function changeText({ number, changed }: ProductRelease): string {
  if (number === 1) return 'First published';
  if (changed.length === 0) return 'The same as before';
  const text = changed.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const kinds: Record<string, string> = {
  'command-line': 'command line',
  key: 'an API key',
  person: 'a person',
  portal: 'the portal',
};

export function authorText({ by: { kind, id, name } }: ProductRelease): string {
  if (name !== null) return name;
  const who = kinds[kind] ?? kind;
  return kind === 'command-line' && id !== null ? `${id}, ${who}` : who;
}
