/** Mails about what a person has here. They are sent to the address even if it is not proved. */
export const kindsOfPersonMails = [
  ...['alert', 'factors-changed', 'password-changed', 'password-link', 'sign-in-code', 'webhook-disabled'],
];
