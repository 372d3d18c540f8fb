import type {
  EnabledSecondFactor,
  NewSecondFactor,
  SecondFactorState,
} from '../../../lib/account/factors.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../../callers/caller.ts';
import { encryptText } from '../../portal/encrypted-text.ts';
import type { Context } from '../../context.ts';
import type { MailText } from '../../store/messages/queue-mail.ts';
import { writeChange } from '../../store/write-change.ts';
import { requirePerson, refuseUnlessConfirmed } from '../../callers/require-role.ts';
import { secretOf, wrongCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpLink } from './prove-code.ts';

/** Warns a person in case somebody else has changed how they sign in. `url`: the portal. */
export function factorsChangedMail(what: string, url: string): MailText {
  return {
    subject: `${what} for Farebox`,
    text: `${what} for this address at the portal ${url}.

If it was not you, ask an operator of the portal for help.
`,
  };
}

/** Whether the caller has a second factor. */
export async function readSecondFactor({ store }: Context, caller: Caller): Promise<SecondFactorState> {
  const { key } = requirePerson(caller);
  const factor = await store.people.secondFactorOf(key);
  if (!factor?.confirmedAt) return { enabledAt: null, recoveryCodesLeft: 0 };
  const recoveryCodesLeft = await store.people.countRecoveryCodes(key);
  return { enabledAt: factor.confirmedAt.toISOString(), recoveryCodesLeft };
}

/** Makes a second factor, which counts once a code of it was entered. */
export async function beginSecondFactor(
  context: Context,
  caller: Caller,
  requestId: string,
): Promise<NewSecondFactor> {
  const { key, id } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const { email } = await context.store.people.read(key);
  const secret = newTotpSecret();
  const encrypted = encryptText(context.secret.signing, { purpose: 'second factors', owner: id }, secret);
  const change = { personKey: key, personId: id, secret: encrypted, now };
  const author = authorOf(caller, requestId);
  const { begun } = await writeChange(context, 'begin-second-factor', change, author);
  if (!begun) throw new Problem('forbidden', 'You already have a second factor. Remove it first.');
  const { name } = await context.face.read();
  const link = totpLink(secret, email, { name, host: new URL(context.settings.url).host });
  return { secret, link, picture: await qrPicture(link) };
}

/** Turns the second factor on, with a code of the app. */
export async function enableSecondFactor(
  context: Context,
  caller: Caller,
  code: string,
  requestId: string,
): Promise<EnabledSecondFactor> {
  const { key, id } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const factor = await context.store.people.secondFactorOf(key);
  if (!factor || factor.confirmedAt)
    throw new Problem('forbidden', 'There is nothing to turn on. Set up a second factor first.');
  const step = stepOfCode(secretOf(context, id, factor.secret), code.replace(/[\s-]/g, ''), now);
  if (step === undefined) throw wrongCode('code');
  const { texts, hashes } = newRecoveryCodes();
  const change = {
    personKey: key,
    personId: id,
    secret: factor.secret,
    step,
    recoveryCodes: hashes,
    now,
    mail: factorsChangedMail('A second factor was turned on', context.settings.url),
  };
  const author = authorOf(caller, requestId);
  const { enabled } = await writeChange(context, 'enable-second-factor', change, author);
  if (!enabled) throw wrongCode('code');
  return { recoveryCodes: texts };
}

export async function removeSecondFactor(context: Context, caller: Caller, requestId: string): Promise<void> {
  const { key, id } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const mail = factorsChangedMail('The second factor was removed', context.settings.url);
  const change = { personKey: key, personId: id, now, mail };
  const { removed } = await writeChange(context, 'remove-second-factor', change, authorOf(caller, requestId));
  if (!removed) throw new Problem('not-found', 'You have no second factor.');
}

/** A QR code: how many modules a side has, and the dark ones as an SVG path, a unit each. */
export async function qrPicture(text: string): Promise<{ size: number; path: string }> {
  const { default: qrCode } = await import('qrcode');
  const { modules } = qrCode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const places = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)]);
  const dark = places.filter(([x = 0, y = 0]) => modules.get(y, x) !== 0);
  return { size, path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') };
}
