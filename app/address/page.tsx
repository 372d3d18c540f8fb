import type { Metadata } from 'next';
import { ConfirmAddress } from '../../components/people/confirm-address.tsx';
import { NarrowPage } from '../../components/people/narrow-page.tsx';

export const metadata: Metadata = { title: 'Confirm your address', robots: { index: false } };

export default function AddressPage() {
  return (
    <NarrowPage title="Confirm your address">
      <ConfirmAddress />
    </NarrowPage>
  );
}
