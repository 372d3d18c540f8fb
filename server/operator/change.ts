import type { JsonObject } from '../../lib/json/json.ts';
import { cannotBeIssued } from '../../lib/ledger/decide-grant.ts';
import { invalidBody, type Problem } from '../../lib/problem/problem.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import type { PublishingSettings } from '../products/online-hindrance.ts';
import type { Context } from '../context.ts';
import type { Author, NeedWhere } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import { type Payload, type Result, type Verb, WriterError } from '../store/writer.ts';
import { findFirst, onceOf, type OnceRequest } from './once.ts';
import { operatorAuthor, type OperatorVerb } from '../rights.ts';

/** The portal has it, and so has the command line. */
export type ChangeContext = Pick<Context, 'store' | 'settings' | 'secret'> & {
  /** Those of the portal beside which a command runs; by default those of this process. */
  publishing?: PublishingSettings;
};

/** A change that an operator makes. */
export interface OperatorChange<
  Wish,
  Name extends Verb,
  Given extends JsonObject,
  Needs extends ChangeContext = ChangeContext,
> {
  right: OperatorVerb;
  /** Another right that a wish needs. */
  alsoNeeds?(context: Needs, wish: Wish): OperatorVerb | undefined | Promise<OperatorVerb | undefined>;
  /** A right that it needs where an account has something, which is decided when the change is written. */
  alsoWhere?(wish: Wish): (Pick<NeedWhere, 'account' | 'has'> & { right: OperatorVerb }) | undefined;
  verb: Name;
  /** Of a response. */
  status: 200 | 201;
  /** Checks the wish. `given` is what the answer has beside the result. */
  prepare(context: Needs, wish: Wish): Promise<{ payload: Payload<Name>; given: Given }>;
  /** Throws a Problem if nothing was changed because that is impossible. */
  answer(result: Result<Name>, given: Given): JsonObject;
  /** Does what is outside of the database, after the commit. */
  afterwards?(context: Needs, result: Result<Name>, wish: Wish, author: Author): void;
}

interface Made {
  answer: JsonObject;
  /** Whether it is the answer of an earlier request. */
  isReplayed: boolean;
}

/** Makes a change, or returns the answer of the first request with the same key. */
export async function makeChange<
  Wish,
  Name extends Verb,
  Given extends JsonObject,
  Needs extends ChangeContext,
>(
  context: Needs,
  change: OperatorChange<Wish, Name, Given, Needs>,
  wish: Wish,
  author: Author,
  request: OnceRequest | undefined,
): Promise<Made> {
  const earlier = async (): Promise<Made | undefined> => {
    const first = request && (await findFirst(context, request));
    if (!first) return undefined;
    const result: unknown = JSON.parse(first.result);
    const given: unknown = JSON.parse(first.given);
    return { answer: change.answer(storedAs(result), storedAs(given)), isReplayed: true };
  };
  const known = await earlier();
  if (known) return known;
  try {
    const { payload, given } = await change.prepare(context, wish);
    const once = request && { once: onceOf(context, request, given) };
    const more = (await change.alsoNeeds?.(context, wish)) ?? change.right;
    const allowed = operatorAuthor(author, [change.right, more], change.alsoWhere?.(wish));
    const result = await writeChange(context, change.verb, payload, { ...allowed, ...once });
    change.afterwards?.(context, result, wish, author);
    return { answer: change.answer(result, given), isReplayed: false };
  } catch (error) {
    // The same request may have been made at the same time, and was first.
    const first = await earlier();
    if (first) return first;
    // Another change came first, and made this one impossible: the check now says why.
    if (error instanceof WriterError && error.code === 'job-failed') {
      await change.prepare(context, wish);
      if (error.message.endsWith(cannotBeIssued)) throw tooManyIssued();
    }
    throw error;
  }
}

function tooManyIssued(): Problem {
  const detail = `${cannotBeIssued} All accounts together can have ${groupedNumber(Number.MAX_SAFE_INTEGER)}. Enter fewer.`;
  return invalidBody([{ pointer: '/credits', detail }]);
}

/** What the same change has stored. */
function storedAs<Stored>(value: unknown): Stored {
  return value as Stored;
}
