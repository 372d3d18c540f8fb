/** The name of an API key. One without a name is called by its last letters. */
export function keyName({ name, hint }: { name: string; hint: string }): string {
  return name === '' ? `fb_…${hint}` : name;
}

/** The same where the last letters are not at hand. */
export function keyNameOrId({ name, id }: { name: string; id: string }): string {
  return name === '' ? id : name;
}
