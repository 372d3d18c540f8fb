import { useState } from 'react';
import { quietButton } from '../quiet-button.ts';
import { inputStyle } from './input-style.ts';

/** The address of a file for the browser to fetch. */
export function AddressInput({
  label,
  isBusy,
  onAddress,
}: {
  label: string;
  isBusy: boolean;
  onAddress: (address: string) => void;
}) {
  const [address, setAddress] = useState('');
  return (
    <div className="flex gap-2">
      <input
        type="text"
        inputMode="url"
        aria-label={`Address of a file for ${label}`}
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        className={`${inputStyle} py-1 text-sm`}
      />
      <button
        type="button"
        disabled={isBusy || address.trim() === ''}
        onClick={() => onAddress(address.trim())}
        className={quietButton}
      >
        Fetch
      </button>
    </div>
  );
}
