/** Beside a `pattern`: a text that it matches, found by the portal for those who fill in the form. */
export const patternSampleKeyword = 'x-pattern-sample';
