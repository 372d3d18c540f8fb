import { curlCommand, fitsArgument, shellQuoted, writeCurl } from '../curl/write-curl.ts';
import { csharpSnippet, goSnippet, javaSnippet } from './typed-languages.ts';
import { javascriptSnippet, typescriptSnippet } from './javascript-snippet.ts';
import { estimateAddress, type SnippetCall, visibleJson } from './snippet-call.ts';
import { phpSnippet, pythonSnippet, rubySnippet } from './scripting-languages.ts';

/** The languages of snippets, in display order. */
export const languages = [
  { id: 'curl', name: 'cURL', file: 'call.sh', run: 'bash call.sh', write: curlSnippet },
  { id: 'javascript', name: 'JavaScript', file: 'call.mjs', run: 'node call.mjs', write: javascriptSnippet },
  {
    id: 'typescript',
    name: 'TypeScript',
    file: 'call.mts',
    run: 'npx tsx call.mts',
    write: typescriptSnippet,
  },
  { id: 'python', name: 'Python', file: 'call.py', run: 'python3 call.py', write: pythonSnippet },
  { id: 'go', name: 'Go', file: 'call.go', run: 'go run call.go', write: goSnippet },
  { id: 'java', name: 'Java', file: 'Call.java', run: 'java Call.java', write: javaSnippet },
  { id: 'csharp', name: 'C#', file: 'Program.cs', run: 'dotnet run', write: csharpSnippet },
  { id: 'php', name: 'PHP', file: 'call.php', run: 'php call.php', write: phpSnippet },
  { id: 'ruby', name: 'Ruby', file: 'call.rb', run: 'ruby call.rb', write: rubySnippet },
] as const satisfies readonly Language[];

interface Language {
  id: string;
  name: string;
  /** The file name with which the snippet runs. */
  file: string;
  /** The command that runs the file. */
  run: string;
  write: (call: SnippetCall) => string;
}

export type LanguageId = (typeof languages)[number]['id'];

function curlSnippet(call: SnippetCall): string {
  if (!call.quoteFirst) return writeCurl(call);
  const quoteHeader = '-H "Farebox-Quote: ${quote:?a field is missing or invalid}"';
  const json = visibleJson(call.input);
  // `printf` is a shell builtin, and takes text of any length.
  const [given, data] = fitsArgument(json)
    ? ['', '-d "$input"']
    : [`printf '%s' "$input" | `, '--data-binary @-'];
  return `input=${shellQuoted(json)}

quote=$(${given}curl -s ${shellQuoted(estimateAddress(call))} \\
  -H 'Content-Type: application/json' \\
  ${data} | sed -n 's/.*"quote":"\\([^"]*\\)".*/\\1/p')

${given}${curlCommand(call, [quoteHeader], data)}
`;
}
