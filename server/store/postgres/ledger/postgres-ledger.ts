import { released, settled } from '../../../../lib/ledger/earlier-call.ts';
import type pg from 'pg';
import { type Ledger } from '../../ledger.ts';
import { holdPayload, settlePayload } from '../../sql/ledger-payloads.ts';
import type { Writer } from '../../writer.ts';
import { checkNewRows } from './check-new.ts';
import { findEarlier, readBalance, readCaps, readEntries } from './read-ledger.ts';

/** The ledger in PostgreSQL, which any number of processes share. The writer writes. */
export function postgresLedger(pool: pg.Pool, writer: Writer): Ledger {
  return {
    hold: (hold) => writer.run('hold', holdPayload(hold)),
    findEarlier: (key, owner, purse) => findEarlier(pool, key, owner, purse),
    settle: (settlement) => writer.run('settle', settlePayload(settlement, settled, settlement.charged)),
    release: (release) => writer.run('settle', settlePayload(release, released, 0)),
    grant: (grant) => writer.run('grant', grant),
    balance: (purse) => readBalance(pool, purse),
    caps: (of) => readCaps(pool, of),
    entries: (purseId, page) => readEntries(pool, purseId, page),
    recover: (nowMs) => writer.run('recover', { nowMs }),
    check: (options) => checkNewRows(pool, options),
  };
}
