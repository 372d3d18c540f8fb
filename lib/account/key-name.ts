/** The name of an API key. One without a name is called by its last letters. */
export function keyName({ name, hint }: { name: string; hint: string }): string {
  return name === '' ? `fb_…${hint}` : name;
}
