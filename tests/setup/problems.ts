/** Part of a reply that is a problem. */
export const problem = (status: number, code: string) => ({ status, json: { code } });

/** Part of a reply that is a problem because of a field. */
export const faultAt = (pointer: string) => ({ status: 422, json: { errors: [{ pointer }] } });
