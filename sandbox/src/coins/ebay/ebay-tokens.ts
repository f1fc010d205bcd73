import { createHmac } from 'node:crypto'
import { coinKeys } from '../coin-keys.ts'

export const baseScope = 'https://api.ebay.com/oauth/api_scope'
export const insightsScope = `${baseScope}/buy.marketplace.insights`
const lifeMs = 7_200_000
const clients = [coinKeys.ebay, coinKeys.ebayWithoutInsights]

export type EbayToken = { readonly clientId: string; readonly scopes: readonly string[]; readonly grantedAt: number }

export function isClient(clientId: string, clientSecret: string): boolean {
  return clients.some((known) => known.clientId === clientId && known.clientSecret === clientSecret)
}

/** Tokens carry what they grant, so that those of an earlier process hold. */
export class EbayTokens {
  readonly #now: () => number
  #revokedAt = Number.NEGATIVE_INFINITY
  /** Revoking refuses tokens of the same millisecond too, and none that is granted after. */
  #granted = 0
  #revokedCount = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** How many this process has granted. */
  get granted(): number {
    return this.#granted
  }

  grant(clientId: string, scopes: readonly string[]): { readonly token: string; readonly expiresInSeconds: number } {
    const content = { clientId, scopes, grantedAt: this.#now(), nth: ++this.#granted }
    const text = Buffer.from(JSON.stringify(content)).toString('base64url')
    return { token: `v^1.1#i^1#${text}.${signatureOf(text)}`, expiresInSeconds: lifeMs / 1_000 }
  }

  /** Refuses all tokens granted so far. */
  revoke(): void {
    this.#revokedAt = this.#now()
    this.#revokedCount = this.#granted
  }

  /** Undefined: the token is none of ours, expired, or revoked. */
  read(token: string): EbayToken | undefined {
    const [, text, signature] = /^v\^1\.1#i\^1#([\w-]+)\.([\w-]+)$/.exec(token) ?? []
    if (text === undefined || signature !== signatureOf(text)) return undefined
    const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as EbayToken & { readonly nth: number }
    const { grantedAt, nth } = content
    if (grantedAt + lifeMs <= this.#now()) return undefined
    if (grantedAt < this.#revokedAt || (grantedAt === this.#revokedAt && nth <= this.#revokedCount)) return undefined
    return content
  }
}

function signatureOf(text: string): string {
  return createHmac('sha256', 'sandbox').update(text).digest('base64url').slice(0, 22)
}
