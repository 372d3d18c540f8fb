import type { JsonObject } from '../../json/json.ts';
import {
  joinedLines,
  callAddress,
  estimateAddress,
  type SnippetCall,
  snippetPreference,
  visibleJson,
  visibleString,
  type LiteralSyntax,
  writeLiteral,
} from './snippet-call.ts';

export function rubySnippet(call: SnippetCall): string {
  const { maximumCredits, quoteFirst } = call;
  return joinedLines(
    'require "json"',
    'require "net/http"',
    'require "securerandom"',
    '',
    `body = ${bodyOf(call.input)}`,
    '',
    quoteFirst && quoting(call),
    'headers = {',
    '  "Content-Type" => "application/json",',
    '  "Idempotency-Key" => SecureRandom.uuid,',
    `  "Prefer" => "${snippetPreference}",`,
    maximumCredits !== undefined && `  "Farebox-Max-Credits" => "${maximumCredits}",`,
    quoteFirst && '  "Farebox-Quote" => quote,',
    '}',
    '# Without a key you call as a guest.',
    'key = ENV["FAREBOX_KEY"].to_s',
    'headers["Authorization"] = "Bearer #{key}" unless key.empty?',
    '',
    `response = Net::HTTP.post(URI(${rubyString(callAddress(call))}), body, headers)`,
    'abort response.body unless response.is_a?(Net::HTTPSuccess)',
    'warn "Credits charged: #{response["Farebox-Credits-Charged"]}"',
    '$stdout.binmode.write(response.body)',
  );
}

/** Ruby strings cannot hold a lone surrogate, but JSON text can. */
function bodyOf(input: JsonObject): string {
  const json = visibleJson(input);
  if (/\\ud[89a-f][0-9a-f]{2}/.test(json)) return `<<~'JSON'\n${json}\nJSON`;
  return `JSON.generate(${writeLiteral(input, syntax)})`;
}

const syntax: LiteralSyntax = {
  null: 'nil',
  true: 'true',
  false: 'false',
  string: rubyString,
  key: (name) => `${rubyString(name)} => `,
  object: () => ['{', '}'],
  indent: '  ',
  trailingComma: false,
};

/** Ruby reads JSON's escapes, and interpolates `#{…}`. */
function rubyString(text: string): string {
  return visibleString(text).replace(/#(?=[{$@])/g, '\\#');
}

function quoting(call: SnippetCall): string {
  return [
    `estimate_url = URI(${rubyString(estimateAddress(call))})`,
    'estimate = Net::HTTP.post(estimate_url, body, "Content-Type" => "application/json").body',
    'quote = JSON.parse(estimate)["quote"] or abort estimate',
    '',
  ].join('\n');
}
