/** Where the data is: the address of a database, or else a folder. */
export interface DataPlace {
  dataFolder: string;
  databaseUrl?: string | undefined;
  /** Whether an update makes a backup first. It does by default. */
  updateBackup?: boolean;
}
