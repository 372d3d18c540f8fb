import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCurl } from '../../../../../lib/view/curl/read-curl.ts';
import { writeCurl } from '../../../../../lib/view/curl/write-curl.ts';
import { type JsonObject, jsonText } from '../../../../../lib/json/json.ts';
import { runs } from '../../../../setup/runs.ts';
import { everything, portalInputs } from '../snippets/portal-json.ts';

const slug = 'qr-code';
const origin = 'http://localhost:3000';
const url = `${origin}/api/product/developer/call/${slug}`;

describe('a command that was written is read back', () => {
  it('whatever the input holds', () => {
    expect(readCurl(writeCurl({ slug, origin, input: everything }))).toEqual({ ok: true, input: everything });
    fc.assert(
      fc.property(portalInputs, fc.option(fc.nat(), { nil: undefined }), (input, maximumCredits) => {
        const call = { slug, origin, input, ...(maximumCredits !== undefined && { maximumCredits }) };
        expect(readCurl(writeCurl(call), slug)).toEqual({ ok: true, input });
      }),
      { numRuns: runs(50) },
    );
  });

  it('with the file that bytes are saved to, whatever its product is called', () => {
    const command = writeCurl({ slug, origin, input: everything, file: 'qr-code.png' });
    expect(command).toContain(" -o 'qr-code.png'");
    expect(readCurl(command, slug)).toEqual({ ok: true, input: everything });
  });

  it('however long the input is', () => {
    const input = { file: "it's €".repeat(50_000), lines: ['END_OF_INPUT', 'END_OF_INPUT\n'] };
    const command = writeCurl({ slug, origin, input });
    expect(command).toContain("--data-binary @- <<'END_OF_INPUT'");
    expect(readCurl(command, slug)).toEqual({ ok: true, input });
  });

  const writings: [string, (json: string) => string][] = [
    ['in $’…’', (json) => `$'${json.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`],
    ['in $’…’ with every character escaped', (json) => `$'${json.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`],
    ['in $’…’ as bytes', (json) => `$'${[...new TextEncoder().encode(json)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`],
    ['in double quotes', (json) => `"${json.replace(/["\\$`]/g, '\\$&')}"`],
  ]; // biome-ignore format: a table
  it.each(writings)('%s', (_name, write) => {
    fc.assert(
      fc.property(portalInputs, (input) => {
        const command = `curl ${url} --data-raw ${write(jsonText(input))}`;
        expect(readCurl(command)).toEqual({ ok: true, input });
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('a command as people paste it', () => {
  const input: JsonObject = { text: 'hi', size: 2 };
  const json = '{"text":"hi","size":2}';

  it.each<[string, string]>(
    // biome-ignore format: a table
    [
      ['-d', `curl ${url} -d '${json}'`],
      ['-d without a space', `curl ${url} -d'${json}'`],
      ['--data', `curl --data '${json}' ${url}`],
      ['--data-raw', `curl --data-raw '${json}' ${url}`],
      ['--data-binary', `curl --data-binary '${json}' ${url}`],
      ['--data=', `curl --data='${json}' ${url}`],
      ['--json', `curl --json '${json}' ${url}`],
      ['lines that follow', `curl ${url} -d @- <<'EOF'\n${json}\nEOF\n`],
      ['lines that follow to the end', `curl ${url} --json @- << EOF\n${json}\nEOF`],
      ['--json in two', `curl --json '{"text":"hi",' --json '"size":2}' ${url}`],
      ['-X POST', `curl -X POST ${url} -d '${json}'`],
      ['-XPOST', `curl -XPOST ${url} -d '${json}'`],
      ['--request post', `curl --request post ${url} -d '${json}'`],
      ['--url', `curl -d '${json}' --url ${url}`],
      ['short options in one', `curl -sSLd '${json}' ${url}`],
      ['headers in any order', `curl -H 'Accept: */*' -d '${json}' -H 'Authorization: Bearer fb_1' '${url}' -H 'X: y'`],
      ['options of no matter', `curl --compressed -k --max-time 3 -o out.png -w '%{http_code}' --retry 2 ${url} -d '${json}'`],
      ['options that are new', `curl --brand-new ${url} --newer 7 -d '${json}'`],
      ['lines that go on', `curl ${url} \\\n  -H 'a: b' \\\n  -d '${json}'\n`],
      ['lines of Windows', `curl ${url} \\\r\n  -d '${json}'\r\n`],
      ['lines of PowerShell', `curl.exe ${url} \`\n  -d '${json}'`],
      ['a prompt', `$ curl ${url} -d '${json}'`],
      ['a path', `/usr/bin/curl ${url} -d '${json}'`],
      ['a pipe behind it', `curl ${url} -d '${json}' | jq .`],
      ['a file behind it', `curl ${url} -d '${json}' > reply.json`],
      ['a comment behind it', `curl ${url} -d '${json}'\n# that was it\n`],
      ['a portal that the shell knows', `curl "$PORTAL/api/product/developer/call/qr-code" -d '${json}'`],
      ['a key that the shell knows', `curl ${url} -H "Authorization: Bearer $KEY" \${A:+-H"B: $C"} -d '${json}'`],
      ['quotes in pieces', `curl ${url} -d '{"text":'"\\"hi\\""',"size":2}'`],
      ['an exclamation mark escaped', `curl ${url} -d $'{"text":"hi","size":\\x32}'`],
    ],
  )('%s', (_name, command) => {
    expect(readCurl(command, slug)).toEqual({ ok: true, input });
  });

  it('without an input is read where it is a POST all the same', () => {
    expect(readCurl(`curl -X POST ${url}`)).toEqual({ ok: true, input: {} });
    expect(readCurl(`curl ${url} -d ''`)).toEqual({ ok: true, input: {} });
  });
});

describe('a command that cannot be read says where and why', () => {
  it.each<[string, string]>(
    // biome-ignore format: a table
    [
      ['', 'Line 1: there is no command yet: paste one that begins with curl.'],
      ['\n\nwget x', 'Line 3: a command that begins with curl is expected, not “wget”.'],
      [`curl ${url} \\\n -d '{"a":1}`, 'Line 2: a single quote opens here and is never closed.'],
      [`curl ${url} \\\n\n -d "{`, 'Line 3: this line is not part of the command: end the line before it with a backslash.'],
      [`curl ${url} -d "{`, 'Line 1: a double quote opens here and is never closed.'],
      [`curl ${url} -d $'{\\'`, "Line 1: a quote that begins with $' opens here and is never closed."],
      [`curl ${url}\n  -d '{}'`, 'Line 2: this line is not part of the command: end the line before it with a backslash.'],
      [`curl ${url} ^\n  -d "{}"`, 'Line 2: this line is not part of the command: end the line before it with a backslash.'],
      [`curl ${url} -d '{}'\ncurl b`, 'Line 2: a second command starts here; paste one call only.'],
      ['curl -d {}', 'Line 1: the command has no URL.'],
      ['curl https://a.example/b -d {}', 'Line 1: “https://a.example/b” is not a call of a portal, …/api/product/developer/call/{product}.'],
      [`curl ${origin}/api/product/developer/call/iban -d {}`, 'Line 1: this calls “iban”, but this page is for “qr-code”.'],
      [
        `curl ${url} \\\n https://b.example`,
        'Line 2: “https://b.example” is a second URL after “http://localhost:3000/api/product/developer/call/qr-code”; is a quote missing?',
      ],
      [`curl ${url}`, 'Line 1: the command sends no input: add it with -d, or -X POST where there is none.'],
      [`curl -X PUT ${url} -d {}`, 'Line 1: a call is a POST, not a “PUT”.'],
      [`curl ${url} \\\n -d @in.json`, 'Line 2: the input is in “in.json”, which this page cannot read; paste its content.'],
      [`curl ${url} -d`, 'Line 1: -d has no value.'],
      [`curl ${url} -F a=b`, 'Line 1: -F sends a form; a call takes its input as JSON, with -d.'],
      [`curl ${url} -G -d a`, 'Line 1: -G puts the input into the URL; a call takes it as JSON, with -d.'],
      [`curl ${url} --data-urlencode a=b`, 'Line 1: --data-urlencode sends a form; a call takes its input as JSON, with -d.'],
      [`curl ${url} \\\n -d "{\\"a\\":\\"$B\\"}"`, 'Line 2: the input has a variable or a command that only your shell can expand; put the input in single quotes.'],
      [`curl ${url} \\\n -d '[1]'`, 'Line 2: the input that starts here is a list; a call takes an object, {…}.'],
      [`curl ${url} -d '{"a":1,}'`, 'Line 1: the JSON that starts here has an error: Line 1, column 8: expected a quoted key, found "}".'],
      [`curl ${url} -d '{"a":1e999}'`, 'Line 1: the JSON that starts here has an error: Line 1, column 6: the number 1e999 is too large.'],
      [`curl ${url} -d '{"a":1,"a":2}'`, 'Line 1: the JSON that starts here has an error: Line 1, column 8: the key "a" occurs twice in one object.'],
    ],
  )('%j', (command, detail) => {
    expect(readCurl(command, slug)).toEqual({ ok: false, detail });
  });

  it('and never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        // biome-ignore format: a list
        ...['curl', url, '-d', '--json', "'", '"', "$'", '\\', '\n', ' ', '^', '{', '}', '$', '`', '$(', '\\x', '@'],
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(readCurl(pieces.join(''))).toHaveProperty('ok');
      }),
      { numRuns: runs(300) },
    );
  });
});
