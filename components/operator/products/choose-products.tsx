'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useState } from 'react';
import { countOf } from '../../../lib/text/numbers.ts';
import { useAction } from '../../confirmation/use-action.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { TitledModal } from '../../shell/modal.tsx';
import { ReasonField, reasonOf } from '../parts/change-button.tsx';

/** The names of the chosen products by their slugs. */
type Chosen = ReadonlyMap<string, string>;

const Choosing = createContext<{ chosen: Chosen; choose: (chosen: Chosen) => void } | null>(null);

/** A list of products of which several can be chosen. What is done with them stands in a bar below. */
export function ChooseProducts({ children }: { children: ReactNode }) {
  const [chosen, choose] = useState<Chosen>(new Map());
  return (
    <Choosing value={{ chosen, choose }}>
      {children}
      {chosen.size > 0 && <Bar chosen={chosen} clear={() => choose(new Map())} />}
    </Choosing>
  );
}

/** The checkbox of a product. */
export function ChooseProduct({ slug, name }: { slug: string; name: string }) {
  const choosing = use(Choosing);
  if (!choosing) return null;
  const { chosen, choose } = choosing;
  const isChosen = chosen.has(slug);
  function toggle() {
    const others = [...chosen].filter(([one]) => one !== slug);
    choose(new Map(isChosen ? others : [...others, [slug, name]]));
  }
  return (
    <input
      type="checkbox"
      checked={isChosen}
      onChange={toggle}
      aria-label={`Choose ${name}`}
      className="with-script size-4 align-middle accent-accent"
    />
  );
}

type Wanted = 'online' | 'offline';

interface Result {
  slug: string;
  name: string;
  refusal: string | null;
}

function Bar({ chosen, clear }: { chosen: Chosen; clear: () => void }) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [results, setResults] = useState<Result[] | null>(null);
  const close = () => {
    setWanted(null);
    if (results) clear();
    setResults(null);
  };
  return (
    <>
      <div
        data-bar
        role="group"
        aria-label="Chosen products"
        className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-4 py-2 shadow-lg"
      >
        <span role="status" className="pr-2 font-medium">
          {chosen.size} chosen
        </span>
        <button type="button" onClick={() => setWanted('online')} className="button button-small">
          Put online…
        </button>
        <button type="button" onClick={() => setWanted('offline')} className="button button-small text-bad">
          Take offline…
        </button>
        <button type="button" onClick={clear} className="button button-small button-ghost">
          Choose none
        </button>
      </div>
      {wanted !== null && results === null && (
        <StatusDialog chosen={chosen} wanted={wanted} close={close} done={setResults} />
      )}
      {results !== null && <Results results={results} wanted={wanted ?? 'online'} close={close} />}
    </>
  );
}

interface DialogProps {
  chosen: Chosen;
  wanted: Wanted;
  close: () => void;
  done: (results: Result[]) => void;
}

/** Changes one product after another. Each has its own entry of the audit log, and its own result. */
function StatusDialog({ chosen, wanted, close, done }: DialogProps) {
  const act = useAction();
  const router = useRouter();
  const count = countOf(chosen.size, 'product');
  async function submit(fields: FormData) {
    const results: Result[] = [];
    for (const [slug, name] of chosen) {
      const body = { status: wanted, ...reasonOf(fields) };
      const refusal = await act('POST /api/operator/products/{slug}/status', { params: { slug }, body }).then(
        () => null,
        (error: Error) => error.message,
      );
      results.push({ slug, name, refusal });
    }
    done(results);
    router.refresh();
  }
  const title = wanted === 'online' ? `Put ${count} online?` : `Take ${count} offline?`;
  return (
    <FormDialog
      title={title}
      action={wanted === 'online' ? `Put ${count} online` : `Take ${count} offline`}
      isDanger={wanted === 'offline'}
      submit={submit}
      close={close}
      about={
        <p className="break-words text-quiet">
          {[...chosen.values()].join(', ')}.
          {wanted === 'offline' &&
            ' They are no longer listed, and new calls are refused, until you put them online again. Running calls end as usual.'}
        </p>
      }
    >
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </FormDialog>
  );
}

function Results({ results, wanted, close }: { results: Result[]; wanted: Wanted; close: () => void }) {
  const refused = results.filter(({ refusal }) => refusal !== null).length;
  return (
    <TitledModal
      label={refused === 0 ? 'All done' : `${refused} of ${results.length} were refused`}
      close={close}
    >
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {results.map(({ slug, name, refusal }) => (
          <li key={slug} className="py-2 break-words">
            <span className="font-medium">{name}</span>{' '}
            {refusal === null ? (
              <span className="text-good">is {wanted}.</span>
            ) : (
              <span className="text-bad">{refusal}</span>
            )}
          </li>
        ))}
      </ul>
    </TitledModal>
  );
}
