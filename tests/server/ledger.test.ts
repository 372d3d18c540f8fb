import { ledgerSuite } from './ledger-suite.ts';
import { openSqliteLedgerUnderTest } from './sqlite-ledger-under-test.ts';

ledgerSuite('the ledger in SQLite', () => openSqliteLedgerUnderTest());
