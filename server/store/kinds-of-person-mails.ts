/** Mails that somebody gets as the person of an account, whether or not they have proved the address. */
export const kindsOfPersonMails = ['alert', 'factors-changed', 'password-changed', 'webhook-disabled'];
