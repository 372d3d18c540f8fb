import type { ReactNode } from 'react';
import { limitsInWords } from '../../lib/view/limits-in-words.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { Product } from '../../lib/product/product.ts';
import { isSuccess } from '../../lib/reference/described-operation.ts';
import { fieldRow, type SchemaRow } from '../../lib/view/reference/schema-row.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { operationOf, requestFieldsOf } from '../playground/request-fields-of.ts';
import { ForPrograms } from './for-programs.tsx';
import { Authentication, Endpoint } from './reference-endpoint.tsx';
import { Errors } from './reference-errors.tsx';
import { Responses } from './reference-responses.tsx';
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
