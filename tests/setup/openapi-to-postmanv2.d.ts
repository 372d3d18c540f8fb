declare module 'openapi-to-postmanv2' {
  interface Result {
    result: boolean;
    reason?: string;
    output?: { data: unknown }[];
  }
  export function convertV2(
    input: { type: 'string'; data: string },
    options: Record<string, unknown>,
    done: (error: unknown, result: Result) => void,
  ): void;
}
