/** The portal's own purses, which issue credits and receive charges. The migration creates them. */
export const issuedKey = 1;
export const earnedKey = 2;
