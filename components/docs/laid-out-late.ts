/** Of a long page: what is not in sight is laid out when it comes near, and takes about as much room until then. */
export const laidOutLate =
  '[content-visibility:auto] [contain-intrinsic-size:auto_40rem] print:[content-visibility:visible]';
