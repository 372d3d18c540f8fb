import { toString as plainText } from 'nlcst-to-string';
import { retext } from 'retext';
import retextKeywords from 'retext-keywords';
import retextPos from 'retext-pos';
import { json, operation } from '../operation.ts';

interface Input {
  text: string;
  maximum: number;
}

export const extractKeywords = operation<Input>(({ text, maximum }) => {
  const { data } = retext().use(retextPos).use(retextKeywords, { maximum }).processSync(text);
  const keywords = (data.keywords ?? []).map(({ matches, score }) => ({
    keyword: matches[0] ? plainText(matches[0].node) : '',
    count: matches.length,
    score: Number(score.toFixed(4)),
  }));
  const phrases = (data.keyphrases ?? []).map(({ matches, score }) => ({
    phrase: plainText(matches[0]?.nodes ?? []),
    count: matches.length,
    score: Number(score.toFixed(4)),
  }));
  return json({ keywords: keywords.slice(0, maximum), phrases: phrases.slice(0, maximum) });
});
