import type { Visibility } from '../../../lib/product/catalogue-entry.ts';
import { textOf } from '../../people/fields.tsx';
import { audienceOf, audiences } from './audiences.ts';

/** Who sees a product, as a choice in a form. Without a value, nothing is chosen yet. */
export function AudienceChoice({ value: chosen }: { value?: Visibility }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">Who sees it</legend>
      {audiences.map(({ value, title, about }) => (
        <label
          key={value}
          className="flex gap-3 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="visibility"
            required
            value={value}
            defaultChecked={value === chosen}
            className="mt-1 accent-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-quiet">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The audience that was chosen; chosen accounts if none was. */
export function chosenAudience(fields: FormData): Visibility {
  const chosen = textOf(fields, 'visibility');
  return (audiences.find(({ value }) => value === chosen) ?? audienceOf('accounts')).value;
}
