/** The purses of the portal itself: where credits come from, and where charges go. The migration makes them. */
export const issuedKey = 1;
export const earnedKey = 2;
