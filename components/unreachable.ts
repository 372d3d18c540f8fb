/** The message when the portal does not respond. The page recognizes this error by it. */
export const unreachable = 'The portal cannot be reached. Check your connection, then try again.';
