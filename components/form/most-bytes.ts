import { createContext } from 'react';

/** The size limit of the whole input. A larger file is not read. */
export const MostBytes = createContext(Number.POSITIVE_INFINITY);
