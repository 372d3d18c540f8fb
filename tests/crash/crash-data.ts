import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyFolder } from '../../cli/work/apply-folder.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/api-key.ts';
import { parseEgressAllow } from '../../server/gateway/egress-allow.ts';
import { openTestStore, placeOf } from '../setup/data-place.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { changeRows } from '../setup/rows.ts';

export const granted = 1_000_000_000;
export const productSlug = 'counted';
const accounts = 8;

/** Whose calls they are: an account with its key, or the guests of this machine. */
export interface Caller {
  purse: string | null;
  apiKey: string | null;
}

/** Fills the place of a portal's data with what the driver calls with, as an operator would, before a portal runs on it. */
export async function makeCrashData(dataFolder: string, upstreamPort: number): Promise<Caller[]> {
  const catalogue = join(dataFolder, 'catalogue-of-the-test');
  mkdirSync(catalogue, { recursive: true });
  writeFileSync(join(catalogue, 'tags.yaml'), tags);
  writeFileSync(join(catalogue, 'counted.yaml'), product(upstreamPort));
  const egress = parseEgressAllow(egressOf(upstreamPort));
  if (typeof egress === 'string') throw new Error(`${egress} cannot be allowed.`);
  await applyFolder(placeOf(dataFolder), { folder: catalogue, prune: false, dryRun: false }, () => {}, {
    egressAllow: egress,
    secrets: new Set(),
  });
  return [...(await makeAccounts(dataFolder)), { purse: null, apiKey: null }];
}

export function egressOf(upstreamPort: number): string {
  return `127.0.0.1:${upstreamPort}`;
}

/** People who sign in, and the operator who invites them and grants credits. */
export interface Office {
  /** Whose members they become. It has another owner, who does nothing. */
  accountId: string;
  operatorKey: string;
  people: TestPerson[];
}

const officeId = 'acc_office';
const officePeople = 4;

/** Fills the place with people, too. */
export async function makeOffice(dataFolder: string): Promise<Office> {
  const people: TestPerson[] = [];
  while (people.length < officePeople) people.push(await makePerson(dataFolder, { role: null }));
  const operatorKey = makeApiKey();
  const { writer, close } = await openTestStore(dataFolder);
  const now = Date.now();
  await writer.run('create-account', { id: officeId, name: 'Office', now });
  await writer.run('create-key', {
    ...{ id: 'key_office', accountId: officeId, name: '', operator: true, now, expiresAt: null },
    ...{ hash: hashApiKey(operatorKey), hint: hintOfApiKey(operatorKey) },
    ...{ capDay: null, capMonth: null, capTotal: null },
  });
  await close();
  const owner = await makePerson(dataFolder, { role: null });
  const join = `INSERT INTO Member (accountKey, personKey, role, joinedAt)
    SELECT a.key, p.key, 'owner', p.createdAt FROM Account a CROSS JOIN Person p WHERE a.id = ? AND p.id = ?`;
  await changeRows(dataFolder, join, officeId, owner.id);
  return { accountId: officeId, operatorKey, people };
}

async function makeAccounts(dataFolder: string): Promise<Caller[]> {
  const { writer, close } = await openTestStore(dataFolder);
  const callers: Caller[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const [purse, apiKey, now] = [`acc_crash${number}`, makeApiKey(), Date.now()];
    await writer.run('create-account', { id: purse, name: `crash ${number}`, now });
    await writer.run('grant', { purseId: purse, credits: granted, kind: 'grant', reason: '', nowMs: now });
    await writer.run('create-key', {
      ...{ id: `key_crash${number}`, accountId: purse, name: '', operator: false, now, expiresAt: null },
      ...{ hash: hashApiKey(apiKey), hint: hintOfApiKey(apiKey) },
      // Caps that nobody reaches: what is spent under them is counted all the same, and must stay right.
      ...{ capDay: granted, capMonth: granted, capTotal: granted },
    });
    callers.push({ purse, apiKey });
  }
  await close();
  return callers;
}

const tags = `
types: [{ slug: fixtures, name: Fixtures }]
providers: [{ slug: nobody, name: Nobody }]
capabilities: []
labels: []
`;

const product = (upstreamPort: number) => `
slug: ${productSlug}
name: Counted
status: online
type: fixtures
provider: nobody
operation:
  server: { url: 'http://127.0.0.1:${upstreamPort}' }
  method: post
  path: /count
  requestBody:
    required: true
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [call, most]
          properties:
            call: { type: string, maxLength: 100 }
            most: { type: integer, minimum: 1, maximum: 40 }
  responses:
    '200': { description: Counted., content: { application/json: {} } }
price:
  lines:
    - { label: Units, per: { quantity: { quoted: input.most, settled: response.used }, rate: 1, unit: unit } }
  maximum: 40
# A portal may be paused for 20 s at any moment of a call.
limits: { connectMs: 30000, firstByteMs: 60000, idleMs: 60000 }
charges: { success: settled, upstream4xx: quoted, upstream5xx: nothing }
`;
