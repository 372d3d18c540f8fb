import Link from 'next/link';

export function ReceiptLink({ callId }: { callId: string | null }) {
  if (callId === null) return null;
  return (
    <Link
      href={`/calls/${encodeURIComponent(callId)}`}
      prefetch={false}
      className="text-accent underline underline-offset-4"
    >
      Receipt
    </Link>
  );
}
