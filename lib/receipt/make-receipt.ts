import type { Charge, Outcome } from '../call/charges.ts';
import type { Price } from '../price/price.ts';
import { recomputeLine, recomputePrice } from '../price/recompute.ts';
import type { CallState, Ending, Receipt } from './receipt.ts';

/** The facts of a call, from its row and the rows that it refers to. */
export interface CallFacts
  extends Pick<Receipt, 'id' | 'product' | 'template' | 'caller' | 'quoted' | 'charged'> {
  price: Price;
  charges: Record<Outcome, Charge>;
  state: CallState;
  startedAt: Date;
  settledAt: Date | null;
  inputHash: string;
  /** Null while the call runs, and if the portal stopped during it. */
  ending: Ending | null;
  /** Null for a call without a key. */
  key?: Receipt['key'] | null;
  entries: { id: number; kind: string; amount: number; at: Date }[];
}

export type UnsignedReceipt = Omit<Receipt, 'signature'>;

/** The receipt of a call, not yet signed. */
export function makeReceipt({ ending, startedAt, settledAt, inputHash, entries, ...facts }: CallFacts) {
  const { id, product, template, price, charges, caller, state, quoted, charged, key } = facts;
  const receipt: UnsignedReceipt = {
    id,
    product,
    template,
    price,
    charges,
    caller,
    state,
    ...(key && { key }),
    ...(ending?.requestId !== undefined && { requestId: ending.requestId }),
    outcome: ending?.outcome ?? null,
    ...(ending?.problem !== undefined && { problem: ending.problem }),
    charge: ending?.charge ?? null,
    quoted,
    held: quoted,
    charged,
    ...(ending?.promised !== undefined && { promised: ending.promised }),
    ...(ending?.ignored !== undefined && { ignored: ending.ignored }),
    priced: ending && pricedOf(ending, price),
    ...(ending?.quoteLines && { quote: recomputePrice(price, ending.quoteLines) }),
    ...(ending?.usage !== undefined && { usage: ending.usage }),
    upstream: ending?.upstream ?? null,
    times: {
      startedAt: startedAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
      milliseconds: settledAt && settledAt.getTime() - startedAt.getTime(),
    },
    hashes: { input: inputHash, reply: ending?.replyHash ?? null },
    replyBytes: ending?.replyBytes ?? null,
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
  return receipt;
}

function pricedOf(ending: Ending, price: Price): Receipt['priced'] {
  const { charge, lines, subtotal, clamped, credits, unpriced } = ending;
  return {
    by: charge === 'settled' && unpriced === undefined ? 'settled' : 'quoted',
    lines: lines.map((kept, index) => lineOf(kept, price.lines[index])),
    subtotal,
    clamped,
    credits,
    ...(unpriced !== undefined && { unpriced }),
  };
}

/** Label, texts and units come from the price; quantity and amount were stored with the call. */
function lineOf(kept: Ending['lines'][number], line: Price['lines'][number] | undefined) {
  const result = line && recomputeLine(line, kept);
  const { label = '', text = '', units } = result?.ok ? result.line : {};
  return { label, text, ...(units !== undefined && { units }), ...kept };
}
