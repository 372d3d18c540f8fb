import { z } from 'zod';
import { newKeyBody } from '../account/api-keys.ts';

const parameter = z.string().max(2_000, 'at most 2000 characters').optional();

/** What a client asks for, as it sends the browser of a person to `/oauth/authorize` (OAuth 2.1). */
export const authorizationRequest = z.object({
  client_id: parameter.meta({
    description: 'The https address of the metadata of the client, or an id from its registration.',
  }),
  redirect_uri: parameter.meta({ description: 'Where the browser goes back to. The client has named it.' }),
  response_type: parameter.meta({ description: '`code`.' }),
  code_challenge: parameter.meta({ description: 'PKCE.' }),
  code_challenge_method: parameter.meta({ description: '`S256`.' }),
  state: parameter.meta({ description: 'Returned unchanged.' }),
  resource: parameter.meta({ description: 'The address of `/mcp`; may be left out.' }),
});

export type AuthorizationRequest = z.output<typeof authorizationRequest>;

/** The response of `GET /api/authorizations`: who asks. */
export const askingClient = z
  .strictObject({
    name: z.string().meta({ description: 'What the client calls itself. Nobody has verified it.' }),
    host: z.string().meta({ description: 'Where its metadata is from, or where it wants the answer.' }),
    returnHost: z.string().meta({
      description: 'Where the browser goes back to: a host, or the scheme of a program with what follows.',
    }),
    suspendedAccounts: z.array(z.string()).meta({
      description: 'Ids of those accounts of the person that are suspended, in which nothing can be granted.',
    }),
  })
  .meta({ id: 'AskingClient' });

export type AskingClient = z.output<typeof askingClient>;

const request = authorizationRequest.strip();

/** The body of `POST /api/authorizations`. */
export const authorizationDecision = z.discriminatedUnion(
  'decision',
  [
    z.strictObject({ decision: z.literal('deny'), request }),
    z.strictObject({
      decision: z.literal('allow'),
      request,
      account: z
        .string('Choose the account that pays.')
        .max(100, 'This is too long to be an id.')
        .meta({ description: 'The id of the account that pays.' }),
      expiresAt: newKeyBody.shape.expiresAt,
      caps: newKeyBody.shape.caps,
      products: newKeyBody.shape.products,
    }),
  ],
  'Expected the decision allow or deny.',
);

export type AuthorizationDecision = z.output<typeof authorizationDecision>;

/** The response of `POST /api/authorizations`. */
export const authorizationAnswer = z
  .strictObject({ location: z.string().meta({ description: 'Where the browser continues.' }) })
  .meta({ id: 'AuthorizationAnswer' });
