import { detectAll } from 'tinyld';
import { json, operation } from '../operation.ts';

interface Input {
  text: string;
  candidates?: string[];
  top: number;
}

const names = new Intl.DisplayNames('en', { type: 'language' });

export const detectLanguage = operation<Input>(({ text, candidates, top }) => {
  const found = detectAll(text, candidates ? { only: candidates } : {});
  const languages = found.slice(0, top).map(({ lang, accuracy }) => ({
    language: lang,
    name: names.of(lang) ?? lang,
    accuracy: Number(accuracy.toFixed(4)),
  }));
  return json({ language: languages[0]?.language ?? null, languages });
});
