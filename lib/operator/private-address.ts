/** The end of a message about a private address that an owner can allow. Pages recognise it, and lead there. */
export const allowedByOwners = 'An owner can allow it under Private addresses in the console.';
