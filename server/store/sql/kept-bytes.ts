const mebibyte = 1024 * 1024;

/**
 * Limits for the stored inputs and responses of a purse. Beyond them new ones are not stored, but calls still work. The
 * limit for guests is lower, because anybody can be a guest from many networks, and rejected calls are free; operators
 * create accounts.
 */
export const mostKeptBytes = { guest: 64 * mebibyte, account: 2_048 * mebibyte };
