// The help of arguments and options that several commands have.

export const personHelp = 'The email address or the id of a person';

export const reasonHelp = 'The reason, which is kept in the audit log';
