import { engineOfTests } from '../../setup/engine-of-tests.ts';
import { openPostgresLedgerUnderTest } from '../../setup/postgres-ledger-under-test.ts';
import { openSqliteLedgerUnderTest } from '../../setup/sqlite-ledger-under-test.ts';
import { ledgerSuite } from './ledger-suite.ts';

const open = { SQLite: () => openSqliteLedgerUnderTest(), PostgreSQL: openPostgresLedgerUnderTest }[
  engineOfTests
];

ledgerSuite(`the ledger in ${engineOfTests}`, () => open());
