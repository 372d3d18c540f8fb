import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { limitsInWords } from '../../lib/limits-in-words.ts';
import type { PlaygroundDetail } from '../../lib/playground-result.ts';
import { fieldRow, schemaRow } from '../../lib/reference/schema-row.ts';
import { requestFieldsOf, schemaOf } from '../playground/request-fields-of.ts';
import { Code } from './code.tsx';
import { SchemaRows } from './schema-rows.tsx';

/** All that a call takes and gives, for reading beside an editor. */
export function Reference({ form }: { form: PlaygroundDetail }) {
  const rows = requestFieldsOf(form).map(fieldRow);
  return (
    <div className="grid max-w-4xl gap-12">
      <Part id="request" title="Request">
        {rows.length === 0 ? (
          <p className="text-quiet">A call of this product takes no input: send an empty object.</p>
        ) : (
          <SchemaRows rows={rows} path="input" />
        )}
      </Part>
      <Part id="response" title="Response">
        <Response response={form.response} />
      </Part>
      <Part id="charges" title="What is charged, and when">
        <dl className="divide-y divide-line border-y border-line text-sm">
          {form.charges.map(({ outcome, text }) => (
            <Pair key={outcome} {...sentenceParts(text)} />
          ))}
        </dl>
      </Part>
      <Part id="limits" title="Limits">
        <dl className="divide-y divide-line border-y border-line text-sm">
          {limitsInWords(form.limits).map(({ what, most }) => (
            <Pair
              key={what}
              term={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}
              text={`at most ${most}`}
            />
          ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 scroll-mt-6 text-lg font-semibold">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}

function Pair({ term, text }: { term: string; text: string }) {
  return (
    <div className="grid gap-x-6 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <dt>{term}</dt>
      <dd className="text-quiet">{text}</dd>
    </div>
  );
}

/** `The upstream fails: nothing is charged.`, in its two halves. */
function sentenceParts(text: string): { term: string; text: string } {
  const [term = text, ...rest] = text.split(': ');
  const end = rest.join(': ').replace(/\.$/, '');
  return { term, text: `${end.charAt(0).toUpperCase()}${end.slice(1)}` };
}

function Response({ response }: { response: PlaygroundDetail['response'] }) {
  const { contentType, schema, example, streams } = response;
  const shape = schemaOf(schema);
  const row = isJsonObject(shape) && saysMore(shape) ? schemaRow('answer', shape) : undefined;
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <p>
        {contentType === null ? (
          'The document of this API does not say what comes back.'
        ) : (
          <>
            Answers are <code className="font-mono text-sm">{contentType}</code>
            {streams && ', or come piece by piece as server-sent events'}.
          </>
        )}
      </p>
      {row && (
        <SchemaRows rows={row.rows.length > 0 && row.holds === 'members' ? row.rows : [row]} path="answer" />
      )}
      {example !== null && (
        <div>
          <h3 className="mb-2 text-sm font-medium">Example</h3>
          <Code text={JSON.stringify(example, null, 2)} language="json" />
        </div>
      )}
    </div>
  );
}

/** Bytes have a schema that says nothing beside the content type. */
function saysMore(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => !['type', 'format', 'contentMediaType'].includes(keyword));
}
