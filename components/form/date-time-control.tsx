import { useRef } from 'react';
import { withOffset } from '../../lib/view/form/local-time.ts';
import { quietButton } from '../quiet-button.ts';
import { TextInput } from './text-input.tsx';
import type { TextProps } from './text-props.ts';

/** An RFC 3339 date-time, typed or picked in local time. */
export function DateTimeControl(props: TextProps) {
  const { place, text, change } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="relative flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <TextInput {...props} />
      </div>
      <input
        ref={picker}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        value={/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? text.slice(0, 19) : ''}
        disabled={place.disabled}
        onChange={({ target }) => {
          if (target.value !== '')
            change(withOffset(target.value, -new Date(target.value).getTimezoneOffset()));
        }}
        className="pointer-events-none absolute right-0 bottom-0 h-0 w-0 opacity-0"
      />
      <button
        type="button"
        disabled={place.disabled}
        onClick={() => picker.current?.showPicker()}
        className={quietButton}
      >
        Pick<span className="sr-only"> {place.label}</span>
      </button>
    </div>
  );
}
