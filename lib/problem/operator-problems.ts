import type { ProblemRow } from './call-problems.ts';

/** Errors that operators meet, and hardly anybody else. */
export const operatorProblems = {
  'account-closed': {
    status: 409,
    title: 'Account closed',
    meaning:
      'An operator has closed the account: it has no members and no API keys any more, makes no calls, and nothing is added to it. Its ledger, calls and receipts are kept.',
    remedy: 'An operator with the role owner can reopen the account in the console.',
    nextStep: 'Tell the person that the account is closed. search_products and get_product still work.',
  },
  'mail-not-due': {
    status: 409,
    title: 'Mail cannot be sent again',
    meaning:
      'Only an email that failed or is waiting can be sent again. The detail says what happened to this one.',
    remedy: 'Check the state of the email.',
  },
  'not-restorable': {
    status: 409,
    title: 'Cannot be restored from here',
    meaning:
      'This portal cannot go back to a backup by itself: its data is in PostgreSQL, or nobody would start it again.',
    remedy: 'Stop all portals, run `npm run farebox -- restore FILE`, and start them again.',
  },
  'import-not-ready': {
    status: 409,
    title: 'Import not ready',
    meaning:
      'The document of this import is still being read, or its operations are being published. The detail says which.',
    remedy: 'Ask for the import until its state is ready or published, then try again.',
  },
  'changed-meanwhile': {
    status: 409,
    title: 'Changed meanwhile',
    meaning:
      'Somebody else has published the product, or saved the page, since you read it. Nothing was changed, so what they did stands.',
    remedy: 'Read it again, put your change into what it is now, and send that.',
  },
} as const satisfies Record<string, ProblemRow>;
