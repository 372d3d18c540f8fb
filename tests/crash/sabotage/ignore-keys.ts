/** Never finds the call that was made under a key before. */
export function prepareEarlierCall() {
  return () => undefined;
}
