import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { json, operation } from '../operation.ts';

interface Input {
  password: string;
  personal: string[];
}

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

export const checkPassword = operation<Input>(({ password, personal }) => {
  const { score, guessesLog10, crackTimes, feedback } = zxcvbn.check(password, personal);
  return json({
    score,
    guessesLog10: Number(guessesLog10.toFixed(2)),
    crackTimes: {
      onlineThrottled: crackTimes.onlineThrottlingXPerHour.display,
      offlineSlowHash: crackTimes.offlineSlowHashingXPerSecond.display,
      offlineFastHash: crackTimes.offlineFastHashingXPerSecond.display,
    },
    warning: feedback.warning || null,
    suggestions: feedback.suggestions,
  });
});
