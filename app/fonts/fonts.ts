import localFont from 'next/font/local';

/** Text and figures. Until it is there the system's stand in, stretched to its measures, so that nothing moves. */
export const archivo = localFont({
  src: './archivo.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-archivo',
  adjustFontFallback: 'Arial',
});

/** Code, and what a ticket prints. A page that is there before it goes on without it: nothing is ever set anew. */
export const splineSansMono = localFont({
  src: './spline-sans-mono.woff2',
  weight: '400 600',
  display: 'optional',
  preload: false,
  variable: '--font-spline',
  adjustFontFallback: false,
});
