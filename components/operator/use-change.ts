import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '../confirmation/use-action.ts';
import type { AnswerOf, Given, Route } from '../fetch-json.ts';

interface Change {
  /** Makes a change, and shows the page as it is after it. */
  change<Asked extends Route>(route: Asked, given: Given<Asked>): Promise<AnswerOf<Asked>>;
  /** How many were made: the key of a form that is empty again after each. */
  made: number;
}

export function useChange(): Change {
  const router = useRouter();
  const act = useAction();
  const [made, setMade] = useState(0);
  return {
    made,
    change(route, given) {
      const answer = act(route, given);
      return answer.then(() => {
        router.refresh();
        setMade((count) => count + 1);
        return answer;
      });
    },
  };
}
