'use client';

import dynamic from 'next/dynamic';

/** Nine languages are needed by nobody who does not look at them; whoever does has them in the page as it comes. */
export const UseIt = dynamic(() => import('./call-as-code.tsx').then((module) => module.CallAsCode));
