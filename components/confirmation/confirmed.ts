/** Sends a request. If the portal wants to know that it is still the same person, asks them and sends it again. */
export type Confirmed = <Result>(send: () => Promise<Result>) => Promise<Result>;
