/** The page of the console on which an upstream credential is set. */
export function credentialPage(name: string): string {
  return `/operator/credentials?${new URLSearchParams({ name })}`;
}
