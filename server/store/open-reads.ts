import type { PrismaClient } from '../../prisma/generated/sqlite/client.ts';
import { Accounts } from './accounts/read-accounts.ts';
import { Members } from './accounts/read-members.ts';
import { CallFactsReads } from './calls/read-call-facts.ts';
import { Calls } from './calls/read-calls.ts';
import { Access } from './catalogue/read-access.ts';
import { Apis } from './catalogue/read-apis.ts';
import { Credentials } from './catalogue/read-credentials.ts';
import { Imports } from './catalogue/read-imports.ts';
import { PlannedVersions } from './catalogue/read-planned-versions.ts';
import { Publications } from './catalogue/read-publications.ts';
import { Drafts } from './drafts/read-drafts.ts';
import { ReplayReads } from './drafts/read-replay.ts';
import { Alerts } from './messages/read-alerts.ts';
import { Mails } from './messages/read-mails.ts';
import { Webhooks } from './messages/read-webhooks.ts';
import { Backups } from './operation/read-backups.ts';
import { AuditLog } from './operation/read-audit-log.ts';
import { StoredFace } from './operation/read-face.ts';
import { EncryptedTexts } from './operation/read-encrypted-texts.ts';
import { OperatorRequests } from './operation/read-operator-requests.ts';
import { OverviewReads } from './operation/read-overview.ts';
import { UsageSums } from './operation/read-usage-sums.ts';
import { orderedReads } from './order-rows.ts';
import { Pages } from './portal-pages/read-pages.ts';
import { People } from './people/read-people.ts';
import { PersonalData } from './people/read-personal-data.ts';
import type { CatalogueReader } from './sql/catalogue/catalogue-reader.ts';
import { Catalogue } from './sql/catalogue/sql-catalogue.ts';
import type { SumsOnThread } from './sqlite/sums/sums-on-thread.ts';
import type { Writer } from './writer.ts';

export type Reads = ReturnType<typeof openReads>;

interface Source {
  database: PrismaClient;
  reader: CatalogueReader;
  writer: Pick<Writer, 'onPublish'>;
  /** Whether searches are cached. */
  keep: boolean;
  /** Of SQLite. */
  sums?: SumsOnThread;
  /** What is done with all reads of an engine. */
  guard?: <One extends object>(reads: One) => One;
}

/** What both engines read in the same way. */
export function openReads({ database, reader, writer, keep, sums, guard = (reads) => reads }: Source) {
  const catalogue = new Catalogue(reader, database, keep);
  writer.onPublish((what) => {
    if (what === 'catalogue') catalogue.forget();
  });
  const engine = sums ? 'sqlite' : 'postgres';
  // The thread has no Prisma, which turns times into milliseconds.
  const runSum =
    sums && (({ sql, values }: { sql: string; values: unknown[] }) => sums.run(sql, values.map(msOrValue)));
  const reads = orderedReads(database, engine, runSum);
  return {
    catalogue: guard(catalogue),
    access: guard(new Access(database)),
    publications: guard(new Publications(database)),
    plannedVersions: guard(new PlannedVersions(database, engine)),
    apis: guard(new Apis(reads)),
    pages: guard(new Pages(database)),
    imports: guard(new Imports(database)),
    credentials: guard(new Credentials(database, runSum)),
    audit: guard(new AuditLog(database)),
    backups: guard(new Backups(database)),
    face: guard(new StoredFace(database)),
    accounts: guard(new Accounts(reads)),
    calls: guard(new Calls(database)),
    callFacts: guard(new CallFactsReads(database, runSum)),
    drafts: guard(new Drafts(database)),
    replays: guard(new ReplayReads(database, runSum)),
    people: guard(new People(reads)),
    members: guard(new Members(database)),
    personalData: guard(new PersonalData(database)),
    mails: guard(new Mails(database, reader)),
    alerts: guard(new Alerts(database, { countsEntries: !sums })),
    webhooks: guard(new Webhooks(database, reader)),
    encryptedTexts: guard(new EncryptedTexts(database)),
    requests: guard(new OperatorRequests(database)),
    overview: guard(new OverviewReads(database, engine, runSum)),
    usage: guard(new UsageSums(database, runSum)),
  };
}

function msOrValue(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}
