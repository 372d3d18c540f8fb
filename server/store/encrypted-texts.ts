/** What is stored for as long as somebody uses it, encrypted with a key from the portal's secret. */
export type StoredPurpose = 'second factors' | 'webhook secrets';

export interface StoredText {
  /** Of the row. */
  key: number;
  /** To whom the text is bound. */
  owner: string;
  encrypted: string;
}

export interface EncryptedTexts {
  /** In the order of their keys, from the one after this key. */
  after(purpose: StoredPurpose, key: number, most: number): Promise<StoredText[]>;
}

export interface RenewEncryptedTextsPayload {
  purpose: StoredPurpose;
  texts: { key: number; before: string; after: string }[];
}
