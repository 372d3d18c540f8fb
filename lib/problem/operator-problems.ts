import type { ProblemRow } from './call-problems.ts';

/** Errors that only operators meet. */
export const operatorProblems = {
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
