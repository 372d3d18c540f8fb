import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { farebox } from '../setup/farebox.ts';
import { readRows } from '../setup/rows.ts';
import type { PeopleAtWork } from './people-at-work.ts';
import type { Violations } from './violations.ts';

/** Compares what people were told with what is in the database, when nobody does anything any more. */
export async function lookAtPeople(
  dataFolder: string,
  people: PeopleAtWork,
  violations: Violations,
): Promise<void> {
  await lookAtGrants(dataFolder, people, violations);
  await lookAtMembers(dataFolder, people, violations);
  await lookAtAuditLog(dataFolder, people, violations);
}

async function lookAtGrants(
  dataFolder: string,
  { grants }: PeopleAtWork,
  violations: Violations,
): Promise<void> {
  const rows = await readRows<{ reason: string; count: number; credits: number; entries: number }>(
    dataFolder,
    `SELECT e.reason, count(*) AS count, sum(e.amount) AS credits,
            (SELECT count(*) FROM AuditEntry a WHERE a.verb = 'grant' AND a.reason = e.reason) AS entries
       FROM Entry e WHERE e.kind = 'grant' AND e.amount > 0 AND e.reason LIKE 'crash-grant-%' GROUP BY e.reason`,
  );
  const found = new Map(rows.map((row) => [row.reason, row]));
  for (const { reason, count, entries } of rows) {
    if (!grants.has(reason)) violations.add('no final answer', reason, 'Nobody was told of it.');
    if (Number(count) !== 1)
      violations.add('changed twice', reason, `The ledger has ${count} grants of one key.`);
    if (Number(entries) !== 1)
      violations.add('wrong audit log', reason, `The grant has ${entries} entries in the audit log.`);
  }
  for (const { reason, credits } of grants.values())
    if (Number(found.get(reason)?.credits) !== credits)
      violations.add(
        'change lost',
        reason,
        `${credits} were granted, and not ${found.get(reason)?.credits}.`,
      );
}

async function lookAtMembers(
  dataFolder: string,
  { attendances, office }: PeopleAtWork,
  violations: Violations,
): Promise<void> {
  const rows = await readRows<{ id: string }>(
    dataFolder,
    `SELECT p.id FROM Member m JOIN Person p ON p.key = m.personKey JOIN Account a ON a.key = m.accountKey
      WHERE m.removedAt IS NULL AND a.id = ?`,
    office.accountId,
  );
  const members = new Set(rows.map(({ id }) => id));
  for (const { person, isMember } of attendances)
    if (isMember !== undefined && members.has(person.id) !== isMember)
      violations.add(
        'change lost',
        person.id,
        `They were told that they are ${isMember ? '' : 'no '}member.`,
      );
}

async function lookAtAuditLog(
  dataFolder: string,
  { done }: PeopleAtWork,
  violations: Violations,
): Promise<void> {
  const rows = await readRows<{ verb: string; count: number; made: number | null }>(
    dataFolder,
    `SELECT verb, count(*) AS count,
            CASE verb WHEN 'create-invitation' THEN (SELECT count(*) FROM Invitation)
                      WHEN 'use-invitation' THEN (SELECT count(*) FROM Invitation WHERE usedAt IS NOT NULL)
            END AS made
       FROM AuditEntry GROUP BY verb`,
  );
  const found = new Map(rows.map(({ verb, count }) => [verb, Number(count)]));
  for (const { verb, count, made } of rows)
    if (made !== null && Number(made) !== Number(count))
      violations.add('wrong audit log', verb, `It has ${count} entries of ${made} changes.`);
  for (const [verb, least] of Object.entries(done))
    if ((found.get(verb) ?? 0) < least)
      violations.add('wrong audit log', verb, `It has ${found.get(verb) ?? 0} entries of at least ${least}.`);
  const file = join(dataFolder, 'audit.jsonl');
  const { stdout } = await farebox(dataFolder, ['audit', 'export']);
  writeFileSync(file, stdout);
  const { code, stdout: said, stderr } = await farebox(dataFolder, ['verify', 'audit', file]);
  if (code !== 0) violations.add('wrong audit log', 'farebox verify audit', said + stderr);
}
