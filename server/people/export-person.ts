import { comparisonKeyOf, type MailAddress } from '../../lib/account/mail-address.ts';
import type { PersonalData, ErasedPerson } from '../../lib/account/personal-data.ts';
import { Problem, invalidBody } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { requirePerson, refuseUnlessConfirmed } from '../callers/require-role.ts';
import { listedCall } from '../calls/list-calls.ts';
import { listedRefusal } from '../calls/read-credits.ts';
import type { Context } from '../context.ts';
import { deleteMailFiles } from '../mail/outbox-folder.ts';
import type { Author } from '../store/author.ts';
import type { PersonSummary } from '../store/people/read-people.ts';
import type { MembershipRow, OwnKeyRow } from '../store/people/read-personal-data.ts';
import { writeChange } from '../store/write-change.ts';
import type { Payload, Result } from '../store/writer.ts';
import { hashesOf } from './proofs/prove-code.ts';

/** Read at a time. Calls run between two pages. */
const pageSize = 500;

/** All that is stored of a person, as the pieces of a JSON text. The audit log has who asked for it. */
export async function exportPerson(
  context: Pick<Context, 'store'>,
  personId: string,
  author: Author,
): Promise<AsyncGenerator<Uint8Array>> {
  const { store } = context;
  const { exported } = await writeChange(context, 'export-person', { personId }, author);
  const person = exported ? await store.people.summary(personId, new Date()) : undefined;
  if (!person)
    throw new Problem('not-found', `There is no person ${JSON.stringify(personId.slice(0, 100))}.`);
  const [memberships, keys] = await Promise.all([
    store.personalData.memberships(person.key),
    store.personalData.keys(person.key),
  ]);
  const listed = await readListed(context, person, memberships, keys);
  return pieces(
    listed,
    callsOf(context, person.key, memberships),
    entriesOf(context, [personId, ...keys.map(({ id }) => id)]),
  );
}

/** What is short. JSON has times as texts. */
async function readListed(
  { store }: Pick<Context, 'store'>,
  { key, id, name, email, operatorRole, hasPassword, createdAt }: PersonSummary,
  memberships: MembershipRow[],
  keys: OwnKeyRow[],
): Promise<object> {
  const { people, personalData } = store;
  const of = { personKey: key, emailKey: comparisonKeyOf(email) };
  const [
    sessions,
    factor,
    recoveryCodesLeft,
    passkeys,
    identities,
    alerts,
    invitations,
    mails,
    acceptedTerms,
    refusedCalls,
  ] = await Promise.all([
    ...([people.sessionsOf(key, new Date()), people.secondFactorOf(key)] as const),
    ...([people.countRecoveryCodes(key), people.passkeysOf(key), people.identitiesOf(key)] as const),
    ...([personalData.alerts(key), personalData.invitations(of), personalData.mails(of)] as const),
    personalData.acceptedTerms(id),
    personalData.refusedCalls(key),
  ]);
  return {
    exportedAt: new Date(),
    person: { id, name, email, operatorRole, hasPassword, createdAt },
    sessions,
    secondFactor: { enabledAt: factor?.confirmedAt ?? null, recoveryCodesLeft },
    passkeys: passkeys.map(({ credentialId: _id, transports: _ways, ...row }) => row),
    identities,
    memberships: memberships.map(({ key: _key, capDay: day, capMonth: month, capTotal: total, ...row }) => ({
      ...row,
      caps: { day, month, total },
    })),
    apiKeys: keys,
    alerts,
    invitations,
    mails,
    acceptedTerms,
    refusedCalls: refusedCalls.map(({ accountId, ...row }) => ({
      account: accountId,
      ...listedRefusal(row),
    })),
  };
}

/** A member may have made a few of many calls: each page looks at a limited number of them. */
async function* callsOf(
  { store }: Pick<Context, 'store'>,
  personKey: number,
  memberships: MembershipRow[],
): AsyncGenerator<PersonalData['calls']> {
  const history = await store.people.guestHistoryOf(personKey);
  const sources = [
    ...memberships.map(({ key, account: { id } }) => ({ owner: id, memberKey: key, account: id })),
    ...(history ? [{ owner: history.owner, memberKey: undefined, account: null }] : []),
  ];
  for (const { account, ...of } of sources) {
    const { memberKey, owner } = of;
    const filter = {
      owner,
      productKeys: undefined,
      state: undefined,
      ...(memberKey !== undefined && { memberKeys: [memberKey] }),
    };
    let before: number | null | undefined = account === null ? (history?.lastCallKey ?? 0) + 1 : undefined;
    for (; before !== null; ) {
      const { rows, next } = await store.calls.listAll(filter, { before, most: pageSize });
      yield rows.map((row) => ({ account, ...listedCall(row) }));
      before = next;
    }
  }
}

/** Of authors, the first of whom is the person, and of what was changed of the person by others. */
async function* entriesOf(
  { store }: Pick<Context, 'store'>,
  authors: string[],
): AsyncGenerator<PersonalData['auditEntries']> {
  const [personId] = authors;
  const filters = [
    ...authors.map((actor) => ({ actors: [actor], targets: undefined })),
    { actors: undefined, targets: personId === undefined ? [] : [personId] },
  ];
  for (const filter of filters)
    for (let before: number | null | undefined; before !== null; ) {
      const { rows, next } = await store.audit.page(
        { verb: undefined, ...filter },
        { before, most: pageSize },
      );
      yield filter.targets === undefined
        ? rows
        : rows.filter(({ actor }) => !authors.includes(actor.id ?? ''));
      before = next;
    }
}

/** A download of any length, of which little is in memory. */
async function* pieces(
  listed: object,
  calls: AsyncGenerator<object[]>,
  entries: AsyncGenerator<object[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(listed).slice(0, -1)},"calls":[`);
  yield* joined(calls);
  yield Buffer.from('],"auditEntries":[');
  yield* joined(entries);
  yield Buffer.from(']}');
}

async function* joined(pages: AsyncGenerator<object[]>): AsyncGenerator<Uint8Array> {
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(separator + page.map((item) => JSON.stringify(item)).join(','));
    separator = ',';
  }
}

/** Erases the caller, who has to enter their address. */
export async function eraseOwnPerson(
  context: Context,
  caller: Caller,
  wish: { email: MailAddress },
  requestId: string,
): Promise<ErasedPerson> {
  const { key, id } = requirePerson(caller);
  refuseUnlessConfirmed(caller, Date.now());
  const { email } = await context.store.people.read(key);
  if (wish.email.comparisonKey !== comparisonKeyOf(email))
    throw invalidBody([{ pointer: '/email', detail: 'This is not your address.' }]);
  const payload = erasureOf(context, { id, email });
  const result = await writeChange(context, 'erase-person', payload, authorOf(caller, requestId));
  deleteFilesOf(context, result);
  return erasedOrProblem(result, 'You are');
}

export function erasureOf(
  { secret }: Pick<Context, 'secret'>,
  { id, email }: { id: string; email: string },
): Payload<'erase-person'> {
  return { personId: id, codeHash: hashesOf(secret, comparisonKeyOf(email), '').hash, now: Date.now() };
}

/** Other portals delete those that they have written within an hour. */
export function deleteFilesOf({ settings }: Pick<Context, 'settings'>, result: Result<'erase-person'>): void {
  if (result.outcome === 'erased') deleteMailFiles(settings, result.mails);
}

/** `who`: the beginning of a sentence, "You are" or "This person is". */
export function erasedOrProblem(result: Result<'erase-person'>, who: string): ErasedPerson {
  switch (result.outcome) {
    case 'erased': {
      const { personId: id, closedAccounts, leftAccounts, revokedKeys } = result;
      return { id, closedAccounts, leftAccounts, revokedKeys };
    }
    case 'last-owner':
      throw new Problem(
        'last-owner',
        `${who} the only owner of the account ${result.accountName}, which has other members. Make another member an owner, or remove the others, first.`,
      );
    case 'last-operator':
      throw new Problem(
        'last-owner',
        `${who} the only owner of this portal. Give another person the role owner first.`,
      );
    case 'unknown':
      throw new Problem('not-found', 'There is no such person, or they were erased before.');
  }
}
