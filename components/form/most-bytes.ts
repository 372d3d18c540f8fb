import { createContext } from 'react';

/** How large the whole input of a call may be: a file that is larger by itself is not read in. */
export const MostBytes = createContext(Number.POSITIVE_INFINITY);
