import { ledgerAgreesWithModel } from './ledger-histories.ts';

ledgerAgreesWithModel('SQLite', 40);
