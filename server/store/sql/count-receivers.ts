/** How many messages are being sent to each receiver. */
export function countReceivers<Receiver>(sendingTo: readonly Receiver[]): Map<Receiver, number> {
  const counts = new Map<Receiver, number>();
  for (const receiver of sendingTo) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
  return counts;
}
