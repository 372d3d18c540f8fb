import { ledgerSuite } from './ledger-suite.ts';
import { openPostgresLedgerUnderTest } from './postgres-ledger-under-test.ts';
import { openSqliteLedgerUnderTest } from './sqlite-ledger-under-test.ts';

ledgerSuite('the ledger in SQLite', () => openSqliteLedgerUnderTest());
ledgerSuite('the ledger in PostgreSQL', () => openPostgresLedgerUnderTest());
