/** What a person reads where the portal does not answer. By it the page knows that this is what happened. */
export const unreachable = 'The portal cannot be reached. See whether you are connected, then try again.';
