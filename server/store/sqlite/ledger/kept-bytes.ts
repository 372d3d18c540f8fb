const mebibyte = 1024 * 1024;

/**
 * Bytes of inputs and answers that are kept for one purse. Beyond, the new ones are not kept: calls are made all the
 * same. Anybody can be a guest, from many networks, and rejected calls cost nothing; an account is given by an operator.
 */
export const mostKeptBytes = { guest: 64 * mebibyte, account: 2_048 * mebibyte };
