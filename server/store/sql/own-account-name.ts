/** The names of an account that its person opened: theirs, and one with its id where another account has that name. */
export function ownAccountNames(person: string, accountId: string): [name: string, ifTaken: string] {
  // Ids begin with it.
  const name = person.startsWith('acc_') ? `Account of ${person}` : person;
  return [name, `${name} (${accountId.slice(4)})`];
}
