import { expect, test } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { postgresSql } from '../../../server/store/postgres/postgres-sql.ts';
import { dueDelivery, dueMail } from '../../../server/store/sql/has-due.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

/** Messages that were sent. Nobody has to be their webhook here. */
const manySent = `
  SET session_replication_role = replica;
  INSERT INTO "Mail" ("id", "kind", "to", "subject", "text", "createdAt", "sentAt")
    SELECT 'mail_' || n, 'invitation', 'a@example.com', 'Sent', 'Sent', now(), now() FROM generate_series(1, 20000) n;
  INSERT INTO "WebhookDelivery" ("id", "webhookKey", "accountKey", "event", "payload", "createdAt", "deliveredAt")
    SELECT 'msg_' || n, 1, 1, 'threshold', '{}', now(), now() FROM generate_series(1, 20000) n;
  ANALYZE "Mail";
  ANALYZE "WebhookDelivery"`;

test('PostgreSQL finds what is due in an index, however many messages were sent', async () => {
  const pool = openConnections(await makePostgresDatabase(), 1);
  await pool.query(manySent);
  for (const [table, { postgres }] of Object.entries({ Mail: dueMail, WebhookDelivery: dueDelivery })) {
    // A statement that is asked each second is planned without its values.
    const { rows } = await pool.query<Record<string, string>>(
      `EXPLAIN (GENERIC_PLAN) ${postgresSql(postgres)}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Scan using "${table}_nextAttemptAt_idx"`);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  }
  await pool.end();
});
