import { PermanentError } from 'pawl'
import { z } from 'zod'
import type { Ask, FetchedToken } from '../coin-source.ts'
import { badAnswer } from '../shared/bad-answer.ts'
import { readJson } from '../shared/read-json.ts'
import type { EbayOptions } from './ebay-options.ts'

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().int().positive() })
const refused = z.object({ error: z.string(), error_description: z.string().default('') })

/** Asks for an application token. eBay grants 1,000 a day, so the token is kept and shared. */
export async function fetchToken(ask: Ask, source: string, scope: string, options: EbayOptions): Promise<FetchedToken> {
  const { url, clientId, clientSecret } = options
  const answer = await ask(`${url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  })
  if (answer.status === 200) {
    const { access_token, expires_in } = readJson(source, answer, granted)
    return { token: access_token, expiresInMs: expires_in * 1_000 }
  }
  if (answer.status !== 400 && answer.status !== 401) throw badAnswer(source, 'an access token', answer)
  const { error, error_description } = readJson(source, answer, refused)
  throw new PermanentError(
    `${source}: eBay refuses the credentials (${error}: ${error_description}); check EBAY_CLIENT_ID and EBAY_CLIENT_SECRET`,
  )
}
