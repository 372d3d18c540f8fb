/** The ids by which a request is found in the log and in its answer. */
export interface RequestNames {
  requestId: string;
  /** The id of the caller's trace, if the request is part of one. */
  traceId?: string;
}
