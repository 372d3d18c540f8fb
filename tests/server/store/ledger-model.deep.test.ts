import { engineOfTests } from '../../setup/engine-of-tests.ts';
import { ledgerAgreesWithModel } from './ledger-histories.ts';

ledgerAgreesWithModel(engineOfTests, engineOfTests === 'SQLite' ? 400 : 80);
