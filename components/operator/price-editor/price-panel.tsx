import type { Preview } from '../../../lib/operator/price-preview.ts';
import { countOf, groupedDigits, groupedNumber } from '../../../lib/text/numbers.ts';
import { leader, Paper } from '../../ticket/fare-lines.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { PricePlot } from './price-plot.tsx';
import { sampleName, sampleText } from './sample-words.ts';
import type { PreviewState } from './use-preview.ts';

const rangeText = ({ from, to }: { from: number; to: number }) =>
  from === to ? groupedNumber(from) : `${groupedNumber(from)}–${groupedNumber(to)}`;

/** The old in quiet, an arrow, and the new. */
export function NowThen({ now, then }: { now: string; then: string }) {
  if (now === then) return <span>{then}</span>;
  return (
    <>
      <span className="font-normal text-quiet">{now}</span> <span aria-hidden>→</span>
      <span className="sr-only">then</span> <b className="font-semibold">{then}</b>
    </>
  );
}

/** What the price does, in a row. */
export function PriceFacts({ state: { preview, faults, isBusy } }: { state: PreviewState }) {
  if (!preview) return null;
  const { range, maximum, mayCostMore, samples } = preview;
  const usual = samples[0];
  const credits = (side: Preview['samples'][number]['now']) => (side ? groupedNumber(side.credits) : 'none');
  return (
    <div aria-busy={isBusy} className="transition-opacity aria-busy:opacity-60 motion-reduce:transition-none">
      <Facts>
        <Fact
          name="Range, in credits"
          value={<NowThen now={rangeText(range.now)} then={rangeText(range.then)} />}
        />
        {usual && (
          <Fact
            name={sampleName(usual, range.then)}
            value={<NowThen now={credits(usual.now)} then={credits(usual.then)} />}
          />
        )}
        <Fact
          name="Highest allowed"
          value={<NowThen now={groupedNumber(maximum.now)} then={groupedNumber(maximum.then)} />}
          about={range.then.to < maximum.then ? `reaches ${groupedNumber(range.then.to)}` : 'is reached'}
        />
        <Fact
          name="Form checked"
          value={<Sentence>{faults > 0 ? countOf(faults, 'fault') : 'No gaps'}</Sentence>}
          about={faults > 0 ? undefined : 'each value has a price'}
        />
        <Fact
          name="Compared with now"
          value={
            <Sentence>
              {mayCostMore === null ? 'The same' : mayCostMore ? 'May cost more' : 'Never dearer'}
            </Sentence>
          }
          about={
            mayCostMore === null ? undefined : mayCostMore ? 'for some inputs' : 'proved for every input'
          }
        />
      </Facts>
    </div>
  );
}

function Sentence({ children }: { children: string }) {
  return <span className="text-base leading-7 font-medium tracking-normal">{children}</span>;
}

interface Props {
  state: PreviewState;
  over: string | undefined;
  setOver: (over: string) => void;
  sample: number;
  setSample: (sample: number) => void;
}

/** The fare of an input, and the price along a field. */
export function PricePanel({ state, over, setOver, sample, setSample }: Props) {
  const { preview, isBusy, error, faults } = state;
  return (
    <aside aria-label="What the price does" className="grid min-w-0 gap-5 lg:sticky lg:top-4">
      <div role="status" className="text-dense empty:hidden">
        {error ? (
          <p className="text-bad">
            {error.message}{' '}
            <button type="button" onClick={state.ask} className="underline underline-offset-4">
              Try again
            </button>
          </p>
        ) : faults > 0 ? (
          <p className="text-bad">
            {countOf(faults, 'fault')}: mend {faults === 1 ? 'it' : 'them'}, and the price is reckoned again.
            {preview && ' Below is the price before.'}
          </p>
        ) : !preview ? (
          <p className="text-quiet">Reckoning the price…</p>
        ) : null}
      </div>
      {preview && (
        <div
          aria-busy={isBusy}
          className="grid min-w-0 gap-5 transition-opacity aria-busy:opacity-60 motion-reduce:transition-none"
        >
          <Fare {...{ preview, sample, setSample }} />
          {preview.plot && (
            <PricePlot
              plot={preview.plot}
              over={over ?? preview.plot.field}
              setOver={setOver}
              fields={preview.reads}
            />
          )}
        </div>
      )}
    </aside>
  );
}

function Fare({ preview, sample, setSample }: { preview: Preview } & Pick<Props, 'sample' | 'setSample'>) {
  const { samples, range } = preview;
  const shown = samples[sample] ?? samples[0];
  if (!shown) return null;
  const { now, then } = shown;
  const before = (label: string) => now?.lines.find((line) => line.label === label)?.amount;
  const gone = now?.lines.filter(({ label }) => !then?.lines.some((line) => line.label === label)) ?? [];
  return (
    <div className="grid min-w-0 gap-2">
      <label className="flex min-w-0 items-center gap-2 font-semibold">
        <span className="whitespace-nowrap">The fare of</span>
        <select
          value={sample}
          onChange={({ target }) => setSample(Number(target.value))}
          className="field min-w-0 font-normal"
        >
          {samples.map((one, index) => (
            <option key={`${one.kind} ${one.input}`} value={index}>
              {sampleText(one, range.then)}
            </option>
          ))}
        </select>
      </label>
      <Paper>
        <div className="flex justify-between text-xs text-quiet">
          <h3 className="tracking-widest uppercase">Fare</h3>
          <span>in credits, now → then</span>
        </div>
        {then ? (
          <dl className="mt-3 grid gap-2 text-sm">
            {then.lines.map(({ label, text, amount }, index) => (
              <FareLine key={index} label={label} text={text} now={before(label)} then={amount} />
            ))}
            {gone.map(({ label, amount }) => (
              <FareLine
                key={`gone ${label}`}
                label={label}
                text="no longer a line"
                now={amount}
                then="none"
              />
            ))}
          </dl>
        ) : (
          <p className="mt-3 text-dense text-bad">There is no price for this input.</p>
        )}
        <Totals {...{ now, then, range }} />
      </Paper>
      <p className="text-xs break-words text-quiet">{shown.input}</p>
    </div>
  );
}

type Sides = Pick<Preview['samples'][number], 'now' | 'then'>;

function Totals({ now, then, range }: Sides & Pick<Preview, 'range'>) {
  return (
    <dl className="mt-3 grid gap-1 border-t border-dashed border-line pt-3 tabular-nums">
      <div className="flex items-baseline text-lg font-semibold">
        <dt className={`flex flex-1 items-baseline ${leader}`}>This call</dt>
        <dd>
          <NowThen
            now={now ? groupedNumber(now.credits) : 'none'}
            then={then ? groupedNumber(then.credits) : 'none'}
          />
        </dd>
      </div>
      {then?.limitedBy && (
        <div className="text-xs text-quiet">
          <dt className="sr-only">Limit</dt>
          <dd>
            {then.limitedBy === 'maximum' ? 'Cut to the most that a call may cost.' : 'Raised to the least.'}
          </dd>
        </div>
      )}
      <div className="flex justify-between text-dense">
        <dt className="text-quiet">Highest possible</dt>
        <dd>
          <NowThen now={groupedNumber(range.now.to)} then={groupedNumber(range.then.to)} />
        </dd>
      </div>
    </dl>
  );
}

interface FareLineProps {
  label: string;
  text: string;
  now: string | undefined;
  then: string;
}

function FareLine({ label, text, now, then }: FareLineProps) {
  return (
    <div className="flex flex-wrap items-baseline">
      <dt className={`flex min-w-0 flex-1 items-baseline break-words ${leader}`}>
        <span className="min-w-0 break-words">{label}</span>
      </dt>
      <dd className="shrink-0 font-semibold tabular-nums">
        <NowThen now={now === undefined ? 'none' : groupedDigits(now)} then={groupedDigits(then)} />
      </dd>
      <dd className="basis-full text-xs break-words text-quiet">{text}</dd>
    </div>
  );
}

const kindWords = {
  dearer: 'Dearer',
  cheaper: 'Cheaper',
  new: 'New',
  gone: 'Gone',
  renamed: 'Renamed',
  changed: 'Changed',
};

/** What gets dearer and cheaper, and where the maximum cuts. */
export function PriceChanges({ state: { preview, isBusy } }: Pick<Props, 'state'>) {
  if (!preview || preview.changes.length + preview.notes.length === 0) return null;
  const { changes, notes } = preview;
  return (
    <section
      aria-labelledby="price-changes"
      aria-busy={isBusy}
      className="min-w-0 transition-opacity aria-busy:opacity-60 motion-reduce:transition-none"
    >
      <h3 id="price-changes" className="font-semibold">
        What changes
      </h3>
      <ul className="mt-1 grid text-dense">
        {changes.map(({ kind, label, before, now }) => (
          <li key={`${kind} ${label}`} className="border-b border-rule py-2 break-words last:border-b-0">
            <b
              className={`font-medium ${kind === 'dearer' ? 'text-accent' : kind === 'cheaper' ? 'text-good' : ''}`}
            >
              {kindWords[kind]}
            </b>
            : {label}
            <span className="block text-quiet">
              {before !== null && before}
              {before !== null && now !== null && ' → '}
              {now !== null && <span className="text-ink">{now}</span>}
            </span>
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className="py-2 break-words text-quiet">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
