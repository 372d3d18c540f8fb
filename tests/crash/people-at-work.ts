import { setTimeout } from 'node:timers/promises';
import { testPassword, type TestPerson } from '../setup/make-person.ts';
import type { AskPortal, Question, Reply } from './call-portal.ts';
import type { Session } from './client.ts';
import type { Office } from './crash-data.ts';
import { wholeBetween } from './random.ts';

/** A grant, and what the operator was told of it. */
export interface SeenGrant {
  accountId: string;
  credits: number;
  /** Also its Idempotency-Key. */
  reason: string;
  reply: Reply;
}

/** What somebody was told last. In between, nobody knows. */
export interface Attendance {
  person: TestPerson;
  cookie: string | undefined;
  isSignedIn: boolean | undefined;
  isMember: boolean | undefined;
  /** Sessions that they have ended. */
  ended: string[];
}

const againMs = 15;
/** A portal lets few people sign in at a time. */
const busyMs = 500;
const busyStatuses = new Set([429, 503]);
const repeatedAfterCrash = 16;
const endedAfterCrash = 4;

/** An operator who grants and invites, and people who sign in, join, leave and sign out, while the portal is killed. */
export class PeopleAtWork {
  readonly office: Office;
  readonly grants = new Map<string, SeenGrant>();
  readonly attendances: Attendance[];
  readonly #session: Session;
  readonly #ask: AskPortal;
  readonly #random: () => number;
  /** Changes that were acknowledged, by the verb of their entries in the audit log. */
  readonly done = {
    'sign-in-by-password': 0,
    'create-invitation': 0,
    'use-invitation': 0,
    'remove-member': 0,
  };
  #grantsMade = 0;
  #invitationsMade = 0;

  constructor(office: Office, session: Session, ask: AskPortal, random: () => number) {
    this.office = office;
    this.#session = session;
    this.#ask = ask;
    this.#random = random;
    this.attendances = office.people.map((person) => ({
      person,
      ...{ cookie: undefined, isSignedIn: undefined, isMember: undefined, ended: [] },
    }));
  }

  /** Until the session says that it is enough. `accountIds`: who gets credits. */
  async run(accountIds: string[]): Promise<void> {
    const grantAlways = async () => {
      while (!this.#session.stopping) await this.#grant(accountIds);
    };
    const attendAlways = async (attendance: Attendance) => {
      while (!this.#session.stopping) await this.#attend(attendance);
    };
    await Promise.all([grantAlways(), grantAlways(), ...this.attendances.map(attendAlways)]);
  }

  /** Asks a new portal for what the one before has acknowledged. */
  async askAgain(): Promise<void> {
    const last = [...this.grants.values()].slice(-repeatedAfterCrash);
    await Promise.all([
      ...last.map((grant) => this.#grantOnce(grant, true)),
      ...this.attendances.map((attendance) => this.#lookAtSessions(attendance)),
    ]);
  }

  async #grant(accountIds: string[]): Promise<void> {
    const accountId = accountIds[wholeBetween(this.#random, 0, accountIds.length - 1)] ?? '';
    const grant = {
      accountId,
      credits: wholeBetween(this.#random, 1, 9),
      reason: `crash-grant-${(this.#grantsMade += 1)}`,
    };
    const times = this.#random() < 1 / 4 ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => this.#grantOnce(grant)));
  }

  async #grantOnce({ accountId, credits, reason }: Omit<SeenGrant, 'reply'>, isFirst = false): Promise<void> {
    const wish = { accountId, credits, reason };
    const question = { ...post('/api/operator/grants'), headers: this.#operator(reason), body: wish };
    const { reply } = await this.#untilAnswered(question, isFirst);
    if (!reply) return;
    const earlier = this.grants.get(reason);
    if (earlier && earlier.reply.text !== reply.text)
      this.#violates('changed twice', reason, `${reply.text} instead of ${earlier.reply.text}`);
    if (reply.status !== 200) this.#violates('unexpected answer', reason, reply.text);
    this.grants.set(reason, { ...wish, reply });
  }

  /** One round of somebody: in through the door, and out again. */
  async #attend(attendance: Attendance): Promise<void> {
    await this.#signIn(attendance);
    await this.#join(attendance);
    await this.#leave(attendance);
    await this.#signOut(attendance);
  }

  async #signIn(attendance: Attendance): Promise<void> {
    const { person } = attendance;
    const body = { email: person.email, password: testPassword };
    const { reply } = await this.#untilAnswered({ ...post('/api/session'), body });
    if (!reply) return;
    if (reply.status !== 200 || reply.cookie === undefined)
      return this.#violates('unexpected answer', `sign-in of ${person.id}`, reply.text);
    this.done['sign-in-by-password'] += 1;
    attendance.cookie = reply.cookie;
    attendance.isSignedIn = true;
  }

  async #join(attendance: Attendance): Promise<void> {
    const { person, cookie } = attendance;
    if (cookie === undefined) return;
    const name = `crash-invitation-${(this.#invitationsMade += 1)}`;
    const invited = await this.#untilAnswered({
      ...{ method: 'POST', path: `/api/operator/accounts/${this.office.accountId}/invitations` },
      ...{ headers: this.#operator(name), body: { role: 'member' } },
    });
    const token = /#([\w-]+)/.exec(invited.reply?.text ?? '')?.[1];
    if (!invited.reply) return;
    if (invited.reply.status !== 201 || token === undefined)
      return this.#violates('unexpected answer', name, invited.reply.text);
    this.done['create-invitation'] += 1;
    attendance.isMember = undefined;
    const joined = await this.#untilAnswered({ ...post('/api/join', cookie), body: { token } });
    if (!joined.reply) return;
    // The answer to an earlier attempt may have been lost with the portal.
    if (joined.reply.status !== 204 && !(joined.wasBroken && isRefused(joined.reply)))
      return this.#violates('unexpected answer', `${name} by ${person.id}`, joined.reply.text);
    this.done['use-invitation'] += 1;
    attendance.isMember = true;
  }

  async #leave(attendance: Attendance): Promise<void> {
    const { person, cookie, isMember } = attendance;
    if (cookie === undefined || isMember !== true) return;
    attendance.isMember = undefined;
    const path = `/api/members/${person.id}`;
    const { reply, wasBroken } = await this.#untilAnswered({ method: 'DELETE', path, headers: { cookie } });
    if (!reply) return;
    if (reply.status !== 204 && !(wasBroken && isRefused(reply)))
      return this.#violates('unexpected answer', `${person.id} leaves`, reply.text);
    this.done['remove-member'] += 1;
    attendance.isMember = false;
  }

  async #signOut(attendance: Attendance): Promise<void> {
    const { person, cookie } = attendance;
    if (cookie === undefined) return;
    attendance.isSignedIn = undefined;
    attendance.cookie = undefined;
    const headers = { cookie };
    const { reply } = await this.#untilAnswered({ method: 'DELETE', path: '/api/session', headers });
    if (!reply) return;
    if (reply.status !== 204) this.#violates('unexpected answer', `${person.id} signs out`, reply.text);
    attendance.isSignedIn = false;
    attendance.ended.push(cookie);
  }

  async #lookAtSessions(attendance: Attendance): Promise<void> {
    const { person, cookie, ended } = attendance;
    if (cookie !== undefined && attendance.isSignedIn === true) {
      const text = await this.#whoIs(cookie);
      // They may have signed out meanwhile.
      if (attendance.cookie === cookie && text !== undefined && !text.includes(person.id))
        this.#violates('session lost', person.id, text);
    }
    for (const one of ended.slice(-endedAfterCrash)) {
      const text = await this.#whoIs(one);
      if (text?.includes(person.id) === true) this.#violates('session came back', person.id, text);
    }
  }

  async #whoIs(cookie: string): Promise<string | undefined> {
    const reply = await this.#ask({ method: 'GET', path: '/api/session', headers: { cookie } });
    return typeof reply === 'string' ? undefined : reply.text;
  }

  /**
   * Repeats a request until there is an answer for good. `isFirst`: before others may ask the new portal. `wasBroken`:
   * whether an attempt may have been made unheard.
   */
  async #untilAnswered(
    question: Question,
    isFirst = false,
  ): Promise<{ reply: Reply | undefined; wasBroken: boolean }> {
    let wasBroken = false;
    while (!this.#session.over) {
      if (!isFirst) await this.#session.portalReady();
      const reply = await this.#ask(question);
      if (typeof reply !== 'string' && !busyStatuses.has(reply.status)) return { reply, wasBroken };
      if (typeof reply === 'string') wasBroken = true;
      // Whoever has to wait for the next minute goes home: nobody knows then what became of a broken attempt.
      else if (this.#session.stopping) break;
      await setTimeout(reply === 'broken' ? againMs : busyMs);
    }
    return { reply: undefined, wasBroken };
  }

  #operator(key: string): Record<string, string> {
    return { authorization: `Bearer ${this.office.operatorKey}`, 'idempotency-key': key };
  }

  #violates(kind: Parameters<Session['violations']['add']>[0], what: string, detail: string): void {
    this.#session.violations.add(kind, what, detail.slice(0, 500));
  }
}

function post(path: string, cookie?: string): Pick<Question, 'method' | 'path' | 'headers'> {
  return { method: 'POST', path, headers: { ...(cookie !== undefined && { cookie }) } };
}

function isRefused({ status }: Reply): boolean {
  return status >= 400 && status < 500;
}
