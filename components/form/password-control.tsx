import { useState } from 'react';
import { quietButton } from '../quiet-button.ts';
import { TextInput } from './text-input.tsx';
import type { TextProps } from './text-props.ts';

/** A secret, hidden unless the person shows it. */
export function PasswordControl(props: TextProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <TextInput {...props} type={isShown ? 'text' : 'password'} />
      </div>
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)} className={quietButton}>
        Show<span className="sr-only"> {props.place.label}</span>
      </button>
    </div>
  );
}
