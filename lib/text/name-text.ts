/** Line breaks, control characters, and those that turn the direction of the text around them. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export function isFitForName(text: string): boolean {
  return !unfit.test(text);
}

/** What a person is told who writes such a name. `what`: "A name". */
export function unfitForName(what: string): string {
  return `${what} cannot contain line breaks, control characters or characters that change the direction of text.`;
}

/** What mail programs make a link of: a scheme, or a name with dots such as evil.example. */
const linkParts = /:(?=\/\/)|(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|(?<=\S)@(?=\S)/gu;

/** A name as mails have it: nobody gets a link from the portal that a stranger has written. */
export function nameInMail(name: string): string {
  return name.replace(new RegExp(unfit, 'gu'), ' ').replace(linkParts, (part) => `[${part}]`);
}
