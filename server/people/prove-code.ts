import { Problem } from '../../lib/problem/problem.ts';
import { decryptText } from '../encrypted-text.ts';
import type { Context } from '../portal/context.ts';
import type { CodeProof } from '../store/proof.ts';
import { writeChange } from '../store/write-change.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** A code of six digits is guessed within 300,000 tries. Recovery codes are too long to guess. */
const mostTries = 10;
const triesWithinMs = 60 * 60 * 1000;

const digits = /^\d{6}$/;

/** What a code proves about a person, for the job that uses it up. Refuses a wrong code. */
export async function proveCode(
  context: Context,
  person: { key: number; id: string },
  typed: string,
  now: number,
): Promise<CodeProof> {
  const recoveryCode = hashOfRecoveryCode(typed);
  if (recoveryCode !== undefined) return { kind: 'recovery-code', hash: recoveryCode };
  const code = typed.replace(/[\s-]/g, '');
  const factor = await context.store.people.secondFactorOf(person.key);
  if (!factor?.confirmedAt || !digits.test(code)) throw wrongCode();
  await takeTry(context, person.key, now);
  const step = stepOfCode(secretOf(context, person.id, factor.secret), code, now);
  if (step === undefined) throw wrongCode();
  return { kind: 'code', step };
}

export function wrongCode(): Problem {
  const detail = 'This code is wrong, too old, or was used already. Enter the newest one of your app.';
  return new Problem('wrong-code', detail, [{ pointer: '/code', detail }]);
}

/** The secret of a person's authenticator app. */
export function secretOf({ secret }: Pick<Context, 'secret'>, personId: string, encrypted: string): string {
  const text = decryptText(secret.all, { purpose: 'second factors', owner: personId }, encrypted);
  if (text !== undefined) return text;
  throw new Problem(
    'forbidden',
    'The portal cannot check codes of your app any more, because its secret has changed. Use a recovery code, or ask an operator to remove your second factor.',
  );
}

/** Counted before the code is looked at, so that tries at the same time are counted, too. */
async function takeTry(context: Context, personKey: number, now: number): Promise<void> {
  const { retryAt } = await writeChange(context, 'take-code-try', {
    personKey,
    now,
    most: mostTries,
    withinMs: triesWithinMs,
  });
  if (retryAt === null) return;
  const seconds = Math.ceil((retryAt - now) / 1000);
  throw new Problem(
    'rate-limited',
    `There were ${mostTries} wrong codes within an hour. Use a recovery code, or try again in ${Math.ceil(seconds / 60)} minutes.`,
    [],
    { 'retry-after': String(seconds) },
  );
}
