'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { useAction } from '../../confirmation/use-action.ts';
import { ProblemError } from '../../problem-error.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { crossIcon, Icon } from '../../shell/icons.tsx';
import { TitledModal } from '../../shell/modal.tsx';
import { ReasonField } from '../parts/change-button.tsx';
import { type Act, actsFor, type ChangeRights } from './bulk-acts.tsx';

/** The names of products by their slugs. */
type Products = ReadonlyMap<string, string>;

const Choosing = createContext<{
  all: Products;
  chosen: Products;
  choose: (chosen: Products) => void;
} | null>(null);

interface Props {
  /** Those of the list. */
  products: readonly { slug: string; name: string }[];
  rights: ChangeRights;
  isArchive: boolean;
  children: ReactNode;
}

/** A list of products of which several can be chosen. What is done with them stands in a bar below. */
export function ChooseProducts({ products, rights, isArchive, children }: Props) {
  const [chosen, choose] = useState<Products>(new Map());
  const [act, setAct] = useState<Act | null>(null);
  const [results, setResults] = useState<Result[] | null>(null);
  const all = new Map(products.map(({ slug, name }) => [slug, name]));
  const acts = actsFor(rights, isArchive);
  const close = () => {
    setAct(null);
    // What was refused or not done stays chosen.
    const left = results?.filter(({ refusal }) => refusal !== null);
    if (left) choose(new Map(left.map(({ slug, name }) => [slug, name])));
    setResults(null);
  };
  return (
    <Choosing value={{ all, chosen, choose }}>
      {children}
      {chosen.size > 0 && <Bar chosen={chosen} acts={acts} begin={setAct} clear={() => choose(new Map())} />}
      {act && results === null && <ActDialog {...{ act, chosen, close }} done={setResults} />}
      {act && results !== null && <Results {...{ act, results, close }} />}
    </Choosing>
  );
}

/** The checkbox of a product. */
export function ChooseProduct({ slug, name }: { slug: string; name: string }) {
  const choosing = use(Choosing);
  if (!choosing) return null;
  const { chosen, choose } = choosing;
  const isChosen = chosen.has(slug);
  const others = [...chosen].filter(([one]) => one !== slug);
  return (
    <Checkbox
      name={`Choose ${name}`}
      isChecked={isChosen}
      toggle={() => choose(new Map(isChosen ? others : [...others, [slug, name]]))}
    />
  );
}

/** The checkbox of all that the page shows. */
export function ChooseAll() {
  const choosing = use(Choosing);
  if (!choosing) return null;
  const { all, chosen, choose } = choosing;
  const count = [...all.keys()].filter((slug) => chosen.has(slug)).length;
  const others = [...chosen].filter(([slug]) => !all.has(slug));
  const isAll = count === all.size;
  return (
    <Checkbox
      name="Choose all on this page"
      isChecked={isAll}
      isPartly={count > 0 && !isAll}
      toggle={() => choose(new Map(isAll ? others : [...others, ...all]))}
    />
  );
}

interface CheckboxProps {
  name: string;
  isChecked: boolean;
  isPartly?: boolean;
  toggle: () => void;
}

function Checkbox({ name, isChecked, isPartly = false, toggle }: CheckboxProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = isPartly;
      }}
      type="checkbox"
      checked={isChecked}
      onChange={toggle}
      aria-label={name}
      className="with-script size-4 align-middle accent-accent"
    />
  );
}

interface BarProps {
  chosen: Products;
  acts: Act[];
  begin: (act: Act) => void;
  clear: () => void;
}

function Bar({ chosen, acts, begin, clear }: BarProps) {
  return (
    <div
      data-bar
      role="group"
      aria-label="Chosen products"
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-4 py-2 shadow-lg"
    >
      <span role="status" className="pr-2 font-medium">
        {groupedNumber(chosen.size)} chosen
      </span>
      {acts.map((act) => (
        <button
          key={act.button}
          type="button"
          onClick={() => begin(act)}
          className={`button button-small ${act.isDanger ? 'text-bad' : ''}`}
        >
          {act.button}
        </button>
      ))}
      <button
        type="button"
        onClick={clear}
        aria-label="Choose none"
        title="Choose none"
        className="button button-small button-ghost w-7 px-0 text-quiet"
      >
        <Icon path={crossIcon} className="size-4" />
      </button>
    </div>
  );
}

interface Result {
  slug: string;
  name: string;
  refusal: string | null;
}

interface DialogProps {
  act: Act;
  chosen: Products;
  close: () => void;
  done: (results: Result[]) => void;
}

/** Changes one product after another. Each has its own entry of the audit log, and its own result. */
function ActDialog({ act, chosen, close, done }: DialogProps) {
  const send = useAction();
  const router = useRouter();
  const [ended, setEnded] = useState(0);
  const running = useRef<'no' | 'yes' | 'stopping'>('no');
  const words = act.words(countOf(chosen.size, 'product'));
  async function submit(fields: FormData) {
    running.current = 'yes';
    const results: Result[] = [];
    for (const [slug, name] of chosen) {
      const refusal = isStopping()
        ? 'was not changed: you stopped.'
        : await act.send(send, slug, fields).then(() => null, stopUnlessRefused);
      results.push({ slug, name, refusal });
      setEnded(results.length);
    }
    router.refresh();
    done(results);
  }
  const isStopping = () => running.current === 'stopping';
  /** What fails otherwise than by a refusal would fail for the others, too. */
  function stopUnlessRefused(error: Error): string {
    if (!(error instanceof ProblemError)) running.current = 'stopping';
    return error.message;
  }
  function stop() {
    if (running.current === 'no') close();
    else running.current = 'stopping';
  }
  return (
    <FormDialog
      title={`${words}?`}
      action={words}
      isDanger={act.isDanger ?? false}
      submit={submit}
      close={stop}
      about={
        <>
          <p className="break-words text-quiet">
            {namesText([...chosen.values()])}. {act.about}
          </p>
          {ended > 0 && (
            <p role="status" className="tabular-nums">
              {groupedNumber(ended)} of {groupedNumber(chosen.size)} done. Cancel stops before the next one.
            </p>
          )}
        </>
      }
    >
      {(faults) => (
        <>
          {act.fields}
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}

const mostNamed = 8;

function namesText(names: string[]): string {
  const more = names.length - mostNamed;
  return more <= 0
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${groupedNumber(more)} more`;
}

interface ResultsProps {
  act: Act;
  results: Result[];
  close: () => void;
}

function Results({ act, results, close }: ResultsProps) {
  const left = results.filter(({ refusal }) => refusal !== null).length;
  const title =
    left === 0 ? 'All done' : `${groupedNumber(left)} of ${countOf(results.length, 'product')} not changed`;
  return (
    <TitledModal label={title} close={close}>
      {left > 0 && <p className="mt-2 text-quiet">They stay chosen.</p>}
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {results.map(({ slug, name, refusal }) => (
          <li key={slug} className="py-2 break-words">
            <span className="font-medium">{name}</span>{' '}
            {refusal === null ? (
              <span className="text-good">{act.done}</span>
            ) : (
              <span className="text-bad">{refusal}</span>
            )}
          </li>
        ))}
      </ul>
    </TitledModal>
  );
}
