'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionOptions } from '../keys/session-options.ts';
import { ownerOf } from '../keys/stored-owner.ts';
import { loaded } from '../loaded.ts';
import { withStorage } from '../browser.ts';
import { leftFormKey, notePressed } from './pressed-button.ts';

/** Opens the form again that a confirmation elsewhere left, with what was typed. */
export function ReturnToForm() {
  const client = useQueryClient();
  useEffect(() => {
    document.addEventListener('click', notePressed, true);
    if (withStorage('sessionStorage', (storage) => storage.getItem(leftFormKey))) {
      const goBack = async () => {
        const { returnToForm } = await loaded(import('./left-form.ts'));
        returnToForm(ownerOf(await client.ensureQueryData(sessionOptions())));
      };
      // Offline: the form is filled in again by hand.
      void goBack().catch(() => {});
    }
    return () => document.removeEventListener('click', notePressed, true);
  }, [client]);
  return null;
}
