import Link from 'next/link';
import type { ReactNode } from 'react';
import { providerWords } from '../../lib/markdown/page-head.ts';
import { limitBounds } from '../../lib/operation/limits.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { Product } from '../../lib/product/product.ts';
import { isSuccess, type DescribedOperation } from '../../lib/reference/described-operation.ts';
import { durationText, groupedNumber, sizeText } from '../../lib/text/numbers.ts';
import { fieldRow, type SchemaRow } from '../../lib/operation/schema-row.ts';
import { operationOf, requestFieldsOf } from '../playground/input/inputs.ts';
import { CodeBlock, CodeText } from '../shell/code-block.tsx';
import { Errors, Responses } from './reference-responses.tsx';
import { SchemaTable } from './schema-table.tsx';

interface Props {
  product: Pick<Product, 'slug' | 'name' | 'provider'>;
  form: PlaygroundDetail;
  /** The public URL of the portal. */
  origin: string;
}

/** All fields and responses of a call. */
export function Reference({ product, form, origin }: Props) {
  const rows = requestFieldsOf(form).map(placedRow);
  const operation = operationOf(form);
  const responses = operation?.responses ?? [];
  return (
    <div className="grid grid-cols-1 gap-12">
      {operation && (
        <Part id="endpoint" title="Endpoint">
          <Endpoint product={product} operation={operation} origin={origin} />
        </Part>
      )}
      {operation && (
        <Part id="authentication" title="Authentication">
          <Authentication />
        </Part>
      )}
      <Part id="request" title="Request">
        {rows.length === 0 ? (
          <p className="text-quiet">No parameters. Send an empty JSON object.</p>
        ) : (
          <>
            <p className="mb-4 max-w-prose">
              Send all fields in one JSON object. The portal puts each one where the API expects it.
            </p>
            <SchemaTable label="Request fields" rows={rows} path="input" />
          </>
        )}
      </Part>
      <Part id="response" title="Response">
        <Responses
          fallback={form.response}
          responses={responses.filter((one) => isSuccess(one, responses))}
          defs={operation?.$defs ?? {}}
        />
      </Part>
      <Part id="errors" title="Errors">
        <Errors
          responses={responses.filter((one) => !isSuccess(one, responses))}
          defs={operation?.$defs ?? {}}
        />
      </Part>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-2">
        <Part id="charges" title="Charges">
          <PairTable
            headings={['Outcome', 'Charge']}
            pairs={form.charges.map(({ text }) => sentenceParts(text))}
          />
        </Part>
        <Part id="limits" title="Limits">
          <PairTable
            headings={['Limit', 'Maximum']}
            pairs={limitsInWords(form.limits).map(({ what, most }) => [capitalised(what), most])}
          />
        </Part>
      </div>
      <Part id="programs" title="For programs and agents">
        <ForPrograms product={product} origin={origin} />
      </Part>
    </div>
  );
}

/** The place in the request of a field that is not in its body. */
function placedRow(field: RequestField): SchemaRow {
  const row = fieldRow(field);
  return field.in === 'body' ? row : { ...row, facts: [...row.facts, placeWords[field.in]] };
}

const placeWords = {
  path: 'path parameter',
  query: 'query parameter',
  header: 'request header',
  cookie: 'cookie',
};

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 scroll-mt-6 text-lg font-semibold">
        <a href={`#${id}`} className="inline-block py-0.5 hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}

type Pair = [string, string];

function PairTable({ headings, pairs }: { headings: Pair; pairs: Pair[] }) {
  return (
    <table className="w-full text-left text-sm">
      <thead className="text-xs text-quiet">
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="pr-4 pb-2 font-normal last:pr-0">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line align-baseline">
        {pairs.map(([what, value]) => (
          <tr key={what}>
            <th scope="row" className="py-2 pr-4 font-normal wrap-anywhere">
              {what}
            </th>
            <td className="w-2/5 py-2 text-quiet tabular-nums wrap-anywhere">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Splits `The API times out: free.` at the colon. */
function sentenceParts(text: string): Pair {
  const [what = text, ...rest] = text.split(': ');
  return [what, capitalised(rest.join(': ').replace(/\.$/, ''))];
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

interface ForProgramsProps {
  product: Pick<Product, 'slug' | 'name'>;
  origin: string;
}

const mostName = 60;
const link = 'text-accent underline underline-offset-4';

/** The product as files: for generators of clients, for agents, and for the README of whoever uses it. */
function ForPrograms({ product, origin }: ForProgramsProps) {
  const { slug, name } = product;
  const page = `/products/${slug}`;
  const badge = `${page}/badge.svg`;
  const line = `[![Price of ${providerWords(name, mostName)}](${origin}${badge})](${origin}${page})`;
  return (
    <>
      <p className="max-w-prose">
        <a href={`${page}/openapi.json`} className={link}>
          OpenAPI document
        </a>{' '}
        for Postman, Bruno and client generators.{' '}
        <a href={`${page}.md`} className={link}>
          Markdown
        </a>{' '}
        for agents.
      </p>
      <p className="mt-4 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* Next's own images are for photographs. */}
        {/* oxlint-disable-next-line nextjs/no-img-element */}
        <img src={badge} alt={`Price badge of ${name}`} height={20} />A badge with the current price, for a
        README:
      </p>
      <CodeBlock text={line} label="Markdown: the price badge" />
    </>
  );
}

interface ReferenceEndpointProps {
  product: Pick<Product, 'slug' | 'provider'>;
  operation: DescribedOperation;
  origin: string;
}

/** The URLs for a call and its price, and the operation of the API. */
function Endpoint({ product, operation, origin }: ReferenceEndpointProps) {
  const slug = encodeURIComponent(product.slug);
  const { method, path, deprecated } = operation;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Row name="Call">
        <Address method="POST" path={`${origin}/api/product/developer/call/${slug}`} />
      </Row>
      <Row name="Get the price">
        <Address method="POST" path={`${origin}/api/product/credits/required/${slug}`} />
      </Row>
      <Row name={`${product.provider.name} API`}>
        <Address method={method} path={path} />
        {deprecated && <span className="ml-2 font-medium text-warn">Deprecated</span>}
      </Row>
    </dl>
  );
}

function Authentication() {
  return (
    <div className="max-w-prose">
      <p>
        <CodeText text="Send your API key as `Authorization: Bearer fb_…`, or no key to call as a guest." />{' '}
        <Link href="/keys" prefetch={false} className="text-accent underline underline-offset-4">
          Get a key
        </Link>
      </p>
      <p className="mt-2">You do not need a credential for the API itself.</p>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="break-words text-quiet">{name}</dt>
      <dd className="-mt-2 min-w-0 sm:mt-0">{children}</dd>
    </>
  );
}

function Address({ method, path }: { method: string; path: string }) {
  return (
    <code className="font-mono break-all">
      <span className="font-semibold text-accent">{method}</span> {path}
    </code>
  );
}

/** Each limit in words: `the body of a call: 1 MiB`. An unknown limit is shown as a number. */
function limitsInWords(limits: Readonly<Record<string, number>>): { what: string; most: string }[] {
  return Object.entries(limits).map(([name, most]) => {
    const limit = Object.entries(limitBounds).find(([known]) => known === name)?.[1];
    if (limit === undefined) return { what: name, most: groupedNumber(most) };
    return { what: limit.what, most: limit.unit === 'bytes' ? sizeText(most) : durationText(most) };
  });
}
