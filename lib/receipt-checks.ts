import { isJsonObject, type JsonValue } from './json.ts';
import { type Receipt, receiptSchema } from './receipt.ts';
import { type Difference, verifyReceipt } from './verify-receipt.ts';

/** One thing that was reckoned again, and where it came out otherwise. */
export interface ReceiptCheck {
  what: string;
  /** What the receipt says. */
  stated: string;
  differences: Difference[];
}

export type ReceiptChecks =
  | { readable: true; checks: ReceiptCheck[] }
  /** It has not the shape of a receipt: what is wrong with it. */
  | { readable: false; differences: Difference[] };

interface Part {
  what: string;
  stated: string;
  /** Pointers of the figures that belong to it, and whatever is below them. */
  pointers: string[];
}

/** A receipt line by line: everything that `verifyReceipt` looks at, also where it is right. */
export function receiptChecks(value: JsonValue): ReceiptChecks {
  const verification = verifyReceipt(value);
  const differences = verification.ok ? [] : verification.differences;
  const parsed = receiptSchema.safeParse(value);
  if (!parsed.success || !isJsonObject(value)) return { readable: false, differences };
  const left = new Set(differences);
  const checks = partsOf(parsed.data).map(({ what, stated, pointers }) => {
    const own = [...left].filter(({ pointer }) => pointers.some((part) => isWithin(pointer, part)));
    for (const difference of own) left.delete(difference);
    return { what, stated, differences: own };
  });
  const others = [...left];
  if (others.length > 0) checks.push({ what: 'The rest', stated: '', differences: others });
  return { readable: true, checks };
}

function isWithin(pointer: string, part: string): boolean {
  return pointer === part || pointer.startsWith(`${part}/`);
}

function partsOf(receipt: Receipt): Part[] {
  const { priced, quoted, held, charged, charge, outcome, state, entries, times } = receipt;
  const lines = (priced?.lines ?? []).map(({ label, text, amount }, index) => ({
    what: `Line ${index + 1}: ${label}`,
    stated: `${text} = ${amount}`,
    pointers: [`/priced/lines/${index}`],
  }));
  const sum = priced
    ? [
        {
          what: 'Sum of the lines',
          stated: `${priced.subtotal}, rounded up and clamped: ${priced.credits}`,
          pointers: ['/priced'],
        },
      ]
    : [];
  return [
    ...lines,
    ...sum,
    { what: 'Quote', stated: `${quoted} quoted, ${held} held`, pointers: ['/quoted', '/held'] },
    {
      what: 'Row of the charge table',
      stated: outcome === null ? state : `${outcome}: ${charge}`,
      pointers: ['/charge', '/outcome', '/state'],
    },
    { what: 'Charge', stated: String(charged), pointers: ['/charged'] },
    {
      what: 'Entries in the ledger',
      stated: entries.map(({ kind, amount }) => `${kind} ${amount}`).join(', ') || 'none',
      pointers: ['/entries'],
    },
    {
      what: 'Times',
      stated: times.milliseconds === null ? 'not ended' : `${times.milliseconds} ms`,
      pointers: ['/times'],
    },
  ];
}
