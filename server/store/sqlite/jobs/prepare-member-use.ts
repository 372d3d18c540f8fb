import type { Database } from 'better-sqlite3';
import { mayRole, memberRole } from '../../../../lib/account/member-role.ts';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import { type Caps, hasCap } from '../../caps.ts';
import type { OverCap } from '../../ledger.ts';

interface Member extends Caps {
  key: number;
}

interface MemberRow extends Member {
  role: string;
  isRemoved: 0 | 1;
}

/** Checks and counts the spending of a member. It is counted without a cap, too, so that a new cap knows of it. */
export function prepareMemberUse(database: Database) {
  const find = database.prepare<[number], MemberRow>(
    'SELECT key, role, removedAt IS NOT NULL AS isRemoved, capDay, capMonth, capTotal FROM Member WHERE key = ?',
  );
  const spentSince = database.prepare<
    Record<string, number | string>,
    Record<'day' | 'month' | 'total', number>
  >(
    `SELECT coalesce(sum(credits) FILTER (WHERE day = @day), 0) AS day,
            coalesce(sum(credits) FILTER (WHERE substr(day, 1, 7) = @month), 0) AS month,
            coalesce(sum(credits), 0) AS total
       FROM MemberSpend WHERE memberKey = @key AND day >= @from`,
  );
  const add = database.prepare(
    `INSERT INTO MemberSpend (memberKey, day, credits) VALUES (?, ?, ?)
       ON CONFLICT (memberKey, day) DO UPDATE SET credits = credits + excluded.credits`,
  );

  /** The member may have been removed after the request was admitted. */
  function read(memberKey: number): Member | 'no-member' {
    const row = find.get(memberKey);
    return row?.isRemoved === 0 && mayRole(memberRole.parse(row.role), 'call') ? row : 'no-member';
  }

  function readCaps(member: Member, nowMs: number): OverCap[] {
    const { key, capDay, capMonth, capTotal } = member;
    if (!hasCap(member)) return [];
    const day = utcDay(nowMs);
    const month = day.slice(0, 7);
    // No days before those that a cap counts.
    const from = capTotal !== null ? '' : capMonth !== null ? month : day;
    const spent = spentSince.get({ key, day, month, from }) ?? { day: 0, month: 0, total: 0 };
    const caps = { day: capDay, month: capMonth, total: capTotal };
    return (['day', 'month', 'total'] as const).flatMap((period) => {
      const cap = caps[period];
      return cap === null ? [] : [{ outcome: 'over-member-cap', period, cap, spent: spent[period] }];
    });
  }

  function spend(memberKey: number, credits: number, nowMs: number): void {
    add.run(memberKey, utcDay(nowMs), credits);
  }

  return { read, readCaps, spend };
}

/** Subtracts the unspent part of a hold from its day. */
export function prepareMemberReturn(database: Database) {
  const giveBack = database.prepare(
    'UPDATE MemberSpend SET credits = credits - ? WHERE memberKey = ? AND day = ?',
  );
  return (memberKey: number, credits: number, heldAtMs: number): void => {
    giveBack.run(credits, memberKey, utcDay(heldAtMs));
  };
}
