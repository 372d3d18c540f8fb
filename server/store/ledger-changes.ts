/** A list, and not an object: it crosses to the writer's thread with every call, and names cost more than values. */
export type HoldPayload = [
  callId: string,
  purseId: string,
  allowance: number | null,
  nowMs: number,
  owner: string | null,
  apiKeyKey: number | null,
  productKey: number,
  versionKey: number,
  credits: number,
  inputHash: string,
  input: string | null,
  idempotencyHash: string | null,
  fingerprint: string | null,
  firstHash: string | null,
  memberKey: number | null,
];

/** As in Call. */
export const settled = 1;
export const released = 2;
export const unknown = 3;

/** A list, as that of `hold`. The head is JSON: status and headers. */
export type SettlePayload = [
  callKey: number,
  state: typeof settled | typeof released | typeof unknown,
  charged: number,
  nowMs: number,
  ending: string | null,
  answerHead: string | null,
  answerBody: Uint8Array | null,
  freesKey: boolean,
];

export interface PrunePayload {
  /** `free-inputs`: of calls that cost nothing. */
  what: 'inputs' | 'free-inputs' | 'answers';
  nowMs: number;
  /** Inputs of calls that began before this. */
  inputsBeforeMs: number;
  /** Where the last run ended; 0 at first. */
  afterKey: number;
}

export interface CountOutcomesPayload {
  /** `Call.key`: no earlier call becomes visible later. */
  upTo: number;
  most: number;
  now: number;
}

interface Place {
  entry: number;
  call: number;
  purse: number;
}

/** Some entries and calls that were checked, and what they add up to. */
export interface CheckedPart {
  from: Place;
  to: Place;
  /** By purse. */
  posted: [purseKey: number, credits: number][];
  /** `name` is `purse day product key member`, as in DailyUse. */
  use: { name: string; calls: number; credits: number }[];
  /** By `key period`, as in KeySpend, which has only keys with a limit. */
  spent: [name: string, credits: number][];
  /** By `key day`, as in MemberSpend. */
  spentByMembers: [name: string, credits: number][];
}
