import { describe, expect, it } from 'vitest';
import { parseMailAddress } from '../../../../lib/account/mail-address.ts';

describe('a mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
    ['  ada@example.com\n', 'ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace@Example.COM', 'Ada.Lovelace@example.com', 'ada.lovelace@example.com'],
    ['ada+portal@mail.example.com', 'ada+portal@mail.example.com', 'ada+portal@mail.example.com'],
    ["o'neil_1@example.com", "o'neil_1@example.com", "o'neil_1@example.com"],
    ['root@localhost', 'root@localhost', 'root@localhost'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅxample.com', 'ada@example.com', 'ada@example.com'],
    ['ada@3com.com', 'ada@3com.com', 'ada@3com.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is read as %j', (text, address, comparisonKey) => {
    expect(parseMailAddress(text)).toEqual({ address, comparisonKey });
  });

  it.each([
    ['nothing', ''],
    ['no @', 'ada.example.com'],
    ['two @', 'ada@home@example.com'],
    ['no name', '@example.com'],
    ['no domain', 'ada@'],
    ['a name in other letters than ASCII', 'адa@example.com'],
    ['a quoted name', '"ada lovelace"@example.com'],
    ['a name with two dots', 'ada..l@example.com'],
    ['a name that begins with a dot', '.ada@example.com'],
    ['a space', 'ada @example.com'],
    ['a line break in the name', 'ada\r\nBcc: eve@example.com'],
    ['a line break in the domain', 'ada@example.com\r\nBcc: eve'],
    ['a tab that a URL would drop', 'ada@exam\tple.com'],
    ['a NUL', 'ada\0@example.com'],
    ['a display name', 'Ada <ada@example.com>'],
    ['a list', 'ada@example.com,eve@example.com'],
    ['a comma in the domain', 'ada@example.com,eve'],
    ['a path', 'ada@example.com/x'],
    ['a port', 'ada@example.com:25'],
    ['an address in place of a domain', 'ada@127.0.0.1'],
    ['the same, shortened', 'ada@127.1'],
    ['the same in brackets', 'ada@[127.0.0.1]'],
    ['an escaped letter', 'ada@%65xample.com'],
    ['a dot at the end', 'ada@example.com.'],
    ['an empty label', 'ada@example..com'],
    ['a label that begins with a hyphen', 'ada@-example.com'],
    ['an underscore in the domain', 'ada@exam_ple.com'],
    ['a name that is too long', `${'a'.repeat(65)}@example.com`],
    ['a label that is too long', `ada@${'a'.repeat(64)}.com`],
    ['a domain that is too long', `ada@${'a.'.repeat(126)}com`],
    ['more than 254 characters', `${'a'.repeat(64)}@${`${'a'.repeat(60)}.`.repeat(3)}example`],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('is refused with %s', (_what, text) => {
    expect(parseMailAddress(text)).toBeUndefined();
  });
});
