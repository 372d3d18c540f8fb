/** How sentences name a key: keys of the command line may have no name. */
export function namedKey({ name, hint }: { name: string; hint: string }): string {
  return `The API key ${name === '' ? `fb_…${hint}` : JSON.stringify(name)}`;
}
