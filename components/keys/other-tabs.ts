const channelName = 'farebox-caller';

/** Says to the other tabs of this browser that the caller has changed. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Returns what stops listening. */
export function whenOtherTabsTell(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
