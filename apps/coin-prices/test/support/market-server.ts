import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type MarketReply = {
  readonly status?: number
  readonly json?: unknown
  readonly headers?: Record<string, string>
}

/** A local server in the place of eBay: its token endpoint, and any other path as the test says. */
export type MarketServer = {
  readonly url: string
  /** Tokens granted. */
  tokens: number
  /** Paths of the other requests, with their queries. */
  readonly asked: string[]
  /** What the other requests get. */
  reply: (request: IncomingMessage) => MarketReply | Promise<MarketReply>
  /** What the token endpoint gets. Undefined: it grants a token. */
  replyToken: (() => MarketReply | Promise<MarketReply>) | undefined
}

export const offer = (id: string, title: string, value: string) => ({
  ...{ itemId: `v1|${id}|0`, title, price: { value, currency: 'USD' }, buyingOptions: ['FIXED_PRICE'] },
  itemWebUrl: `https://www.ebay.com/itm/${id}`,
})

export const page = (...items: readonly object[]): MarketReply => ({
  json: { total: items.length, itemSummaries: items },
})

export function marketServer(): MarketServer {
  const server = createServer((request, response) => {
    request.resume()
    void answer(request).then(({ status = 200, json = {}, headers = {} }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
    })
  })
  const market = { asked: [] as string[] } as { -readonly [Key in keyof MarketServer]: MarketServer[Key] }
  const answer = async (request: IncomingMessage): Promise<MarketReply> => {
    if (request.url === '/identity/v1/oauth2/token') {
      market.tokens += 1
      return (await market.replyToken?.()) ?? { json: { access_token: `token ${market.tokens}`, expires_in: 7_200 } }
    }
    market.asked.push(request.url ?? '')
    return market.reply(request)
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    market.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    market.tokens = 0
    market.asked.length = 0
    market.replyToken = undefined
    market.reply = () => page()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return market
}
