/** Skips the layout of parts of a long page that are not in view. */
export const lazyLayout =
  '[content-visibility:auto] [contain-intrinsic-size:auto_40rem] print:[content-visibility:visible]';
