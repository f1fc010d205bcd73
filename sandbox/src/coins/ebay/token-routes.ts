import { Hono } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { Quota } from '../quota.ts'
import { tooManyRequests } from './ebay-error.ts'
import { baseScope, type EbayTokens, insightsScope, isClient } from './ebay-tokens.ts'

/** The identity service: application tokens by the client credentials grant. */
export function tokenRoutes(tokens: EbayTokens, quota: Quota): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().post('/oauth2/token', async (c) => {
    const type = c.req.header('content-type') ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded')) {
      return refusal(400, 'invalid_request', 'the content type must be application/x-www-form-urlencoded')
    }
    const [clientId, clientSecret] = basicCredentials(c.req.header('authorization'))
    if (!isClient(clientId, clientSecret)) return refusal(401, 'invalid_client', 'client authentication failed')
    const form = new URLSearchParams(await c.req.text())
    if (form.get('grant_type') !== 'client_credentials') {
      return refusal(
        400,
        'unsupported_grant_type',
        'grant type in request is not supported by the authorization server',
      )
    }
    const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean)
    if (scopes.length === 0 || scopes.some((scope) => scope !== baseScope && scope !== insightsScope)) {
      return refusal(
        400,
        'invalid_scope',
        'the requested scope is invalid, unknown, malformed, or exceeds the scope granted',
      )
    }
    if (!quota.take()) return tooManyRequests()
    const { token, expiresInSeconds } = tokens.grant(clientId, scopes)
    const granted = { access_token: token, expires_in: expiresInSeconds, token_type: 'Application Access Token' }
    return c.json(granted)
  })
}

function basicCredentials(header = ''): readonly [clientId: string, clientSecret: string] {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(header) ?? []
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return [clientId, clientSecret]
}

function refusal(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status })
}
