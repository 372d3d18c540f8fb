import type { LanguageId } from './languages.ts';

export interface CodeToken {
  kind: 'plain' | 'string' | 'comment' | 'keyword';
  text: string;
}

/** Splits a snippet into the few parts that have colours, without a highlighting library. */
export function codeTokens(text: string, language: LanguageId): CodeToken[] {
  const { comment, keywords } = syntax[language];
  const strings = `"""|"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`[^\`\\n]*\``;
  const pattern = new RegExp(`(${strings})|(${comment})|\\b(${keywords})\\b`, 'gm');
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, string, remark] = match;
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) });
    const kind = string === undefined ? (remark === undefined ? 'keyword' : 'comment') : 'string';
    tokens.push({ kind: whole === '"""' ? 'plain' : kind, text: whole });
    end = match.index + whole.length;
  }
  if (end < text.length) tokens.push({ kind: 'plain', text: text.slice(end) });
  return tokens;
}

const javascript = {
  comment: '//.*$',
  keywords: 'async|await|const|export|if|interface|new|throw|true|false|null',
};

const syntax: Record<LanguageId, { comment: string; keywords: string }> = {
  curl: { comment: '^#.*$', keywords: 'curl|sed' },
  javascript,
  typescript: javascript,
  python: {
    comment: '#.*$',
    keywords: 'as|except|if|import|in|not|try|with|True|False|None',
  },
  go: { comment: '//.*$', keywords: 'const|defer|func|if|import|package|return|struct|var|nil' },
  java: { comment: '//.*$', keywords: 'class|if|import|new|public|static|throw|throws|var|void|null' },
  csharp: { comment: '//.*$', keywords: 'await|if|int|new|out|throw|using|var|null' },
  php: { comment: '//.*$', keywords: 'array|echo|exit|function|if|isset|return|string|true|false|null' },
  ruby: { comment: '#.*$', keywords: 'abort|or|require|unless|warn|true|false|nil' },
};
