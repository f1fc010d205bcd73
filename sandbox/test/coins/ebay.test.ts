import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type MarketCoin, type Sandbox, sandboxCoinKeys, startSandbox } from '../../src/index.ts'
import { ebayClient, scopes } from './ebay-client.ts'

const started: Sandbox[] = []
const start = async (coins: NonNullable<Parameters<typeof startSandbox>[0]['coins']> = {}) => {
  const sandbox = await startSandbox({ port: 0, coins: { coins: 8, now: () => today, ...coins } })
  started.push(sandbox)
  return { coins: sandbox.coins, client: ebayClient(sandbox) }
}
const today = Date.parse('2026-03-01T12:00:00Z')
let shared: Awaited<ReturnType<typeof start>>
let token: string
let coin: MarketCoin

beforeAll(async () => {
  shared = await start()
  token = await shared.client.token()
  coin = shared.coins.market.coins[0]!
})
afterAll(() => Promise.all(started.map((sandbox) => sandbox.stop())))

const query = (more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ q: `${coin.year} ${coin.series}`, ...more }).toString()
const salesQuery = (more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    ...{ q: [String(coin.year), ...coin.series.split(' ')].join(','), category_ids: '11116' },
    ...more,
  }).toString()
const firstError = ({ status, body }: { status: number; body: { errors?: readonly { errorId: number }[] } }) => [
  status,
  body.errors?.[0]?.errorId,
]

describe('the token endpoint', () => {
  it('grants a token for two hours, and counts it', async () => {
    const { coins, client } = await start()
    const answer = await client.requestToken()
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^v\^1\.1#/),
      expires_in: 7_200,
      token_type: 'Application Access Token',
    })
    expect(coins.tokensGranted).toBe(1)
    expect(coins.quota('ebay-token')).toMatchObject({ limit: 1_000, used: 1 })
  })

  it('refuses other credentials, grants and scopes, each in the shape of OAuth', async () => {
    const { requestToken } = shared.client
    const refusals = await Promise.all([
      requestToken({ keys: { clientId: 'someone', clientSecret: 'else' } }),
      requestToken({ grant: 'password' }),
      requestToken({ scope: 'https://api.ebay.com/oauth/api_scope/sell' }),
    ])
    const read = refusals.map(async (answer) => [answer.status, ((await answer.json()) as { error: string }).error])
    expect(await Promise.all(read)).toEqual([
      [401, 'invalid_client'],
      [400, 'unsupported_grant_type'],
      [400, 'invalid_scope'],
    ])
  })

  it('has a limit of the day', async () => {
    const { coins, client } = await start({ quotas: { 'ebay-token': 2 } })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await client.requestToken()).status)
    expect(statuses).toEqual([200, 200, 429])
    coins.market.advance(86_400_000)
    expect((await client.requestToken()).status).toBe(200)
  })
})

describe('a token', () => {
  it('is refused with 1001 when it is none, expired or revoked', async () => {
    const { coins, client } = await start()
    const first = await client.token()
    expect(firstError(await client.browse(query(), 'v^1.1#i^1#nonsense.nonsense'))).toEqual([401, 1001])
    expect((await client.browse(query(), first)).status).toBe(200)
    coins.revokeTokens()
    expect(firstError(await client.browse(query(), first))).toEqual([401, 1001])
    const second = await client.token()
    expect((await client.browse(query(), second)).status).toBe(200)
    coins.market.advance(7_200_000)
    expect(firstError(await client.browse(query(), second))).toEqual([401, 1001])
  })

  it('holds at the next process, which lists the same', async () => {
    const next = await start()
    const before = await shared.client.browse(query(), token)
    const after = await next.client.browse(query(), token)
    expect(after.status).toBe(200)
    expect(after.body.itemSummaries).toEqual(before.body.itemSummaries)
  })

  it('has no access to Insights without the scope, or where the key has none', async () => {
    const { client } = shared
    const narrow = await client.token({ scope: scopes.base })
    expect(firstError(await client.insights(salesQuery(), narrow))).toEqual([403, 1100])
    const basic = await client.token({ keys: sandboxCoinKeys.ebayWithoutInsights })
    expect(firstError(await client.insights(salesQuery(), basic))).toEqual([403, 100_017])
    expect((await client.browse(query(), basic)).status).toBe(200)
  })
})

describe('Browse', () => {
  it('lists fixed prices alone, and auctions where they are asked for', async () => {
    const { client, coins } = shared
    const optionsOf = async (filter?: string) => {
      const { body } = await client.browse(`category_ids=253&limit=200${filter ?? ''}`, token)
      return new Set(body.itemSummaries!.flatMap(({ buyingOptions }) => buyingOptions as string[]))
    }
    expect(await optionsOf()).toEqual(new Set(['FIXED_PRICE', 'BEST_OFFER']))
    expect(await optionsOf('&filter=buyingOptions:{AUCTION|FIXED_PRICE}')).toContain('AUCTION')
    const { body } = await client.browse('category_ids=253&limit=200&filter=buyingOptions:{AUCTION}', token)
    const running = coins.market.coins.flatMap((each) => coins.market.offers(each)).filter(({ isAuction }) => isAuction)
    expect(body.total).toBeGreaterThan(0)
    expect(body.total).toBeLessThanOrEqual(running.length)
    for (const item of body.itemSummaries!) {
      expect(item).not.toHaveProperty('price')
      expect(item).toHaveProperty('currentBidPrice.currency', 'USD')
    }
  })

  it('pages without gaps, with links to the next and the previous page', async () => {
    const all = await shared.client.browse(query({ limit: '200' }), token)
    const ids = []
    let path: string | undefined = `/buy/browse/v1/item_summary/search?${query({ limit: '3' })}`
    let pages = 0
    while (path !== undefined) {
      const { body } = await shared.client.get(path, token)
      ids.push(...body.itemSummaries!.map(({ itemId }) => itemId))
      expect(body.prev === undefined).toBe(pages++ === 0)
      path = body.next === undefined ? undefined : body.next.slice(body.next.indexOf('/buy/'))
    }
    expect(ids).toEqual(all.body.itemSummaries!.map(({ itemId }) => itemId))
    expect(ids).toHaveLength(all.body.total)
  })

  it('has no list where nothing is found', async () => {
    const { status, body } = await shared.client.browse('q=threepence', token)
    expect([status, body.total]).toEqual([200, 0])
    expect(body).not.toHaveProperty('itemSummaries')
  })

  it.each([
    ['', 400, 12_001],
    ['q=a&offset=-1', 400, 12_004],
    ['q=a&offset=x', 400, 12_005],
    ['q=a&limit=0', 400, 12_006],
    ['q=a&limit=201', 400, 12_006],
    ['q=a&limit=1.5', 400, 12_007],
    ['q=a&offset=10000', 400, 12_029],
    ['category_ids=11116', 409, 12_013],
  ])('refuses "%s" with %i and error %i', async (search, status, errorId) => {
    expect(firstError(await shared.client.browse(search, token))).toEqual([status, errorId])
  })

  it.each([
    ['filter=nonsense:{a}', 12_002],
    ['sort=nonsense', 12_008],
    ['category_ids=999', 12_009],
    ['filter=price:[1..2]', 12_012],
  ])('warns of "%s" with %i in an answer of status 200', async (search, errorId) => {
    const { status, body } = await shared.client.browse(`${query()}&${search}`, token)
    expect([status, body.warnings?.map((warning) => warning.errorId)]).toEqual([200, [errorId]])
    expect(body.total).toBeGreaterThan(0)
  })

  it('filters and sorts by price', async () => {
    const search = `${query({ limit: '200' })}&sort=price&filter=priceCurrency:USD,price:`
    const all = await shared.client.browse(`${search}[..]`.replace(',price:[..]', ''), token)
    const prices = all.body.itemSummaries!.map(({ price }) => Number((price as { value: string }).value))
    const middle = prices[Math.floor(prices.length / 2)]!
    const { body } = await shared.client.browse(`${search}[${middle}..]`, token)
    expect(body.total).toBe(prices.filter((price) => price >= middle).length)
  })

  it('answers 429 with 2001 when the quota is used up, until midnight Pacific time', async () => {
    const { coins, client } = await start({ quotas: { 'ebay-browse': 2 } })
    const own = await client.token()
    const results = []
    for (let n = 0; n < 3; n++) results.push(firstError(await client.browse(query(), own)))
    expect(results).toEqual([
      [200, undefined],
      [200, undefined],
      [429, 2001],
    ])
    expect(coins.quota('ebay-browse')).toMatchObject({ limit: 2, used: 2, refused: 1 })
    const { body } = await client.get('/developer/analytics/v1_beta/rate_limit/?api_name=browse', own)
    expect(body).toMatchObject({
      rateLimits: [{ apiName: 'browse', resources: [{ rates: [{ limit: 2, remaining: 0 }] }] }],
    })
    coins.market.advance(coins.quota('ebay-browse').resetsAt - coins.market.now())
    expect((await client.browse(query(), await client.token())).status).toBe(200)
  })
})

describe('Marketplace Insights', () => {
  it('lists the sales of the last 90 days, newest first, with a comma for AND and a space for OR', async () => {
    const { body } = await shared.client.insights(salesQuery({ limit: '200' }), token)
    const days = body.itemSales!.map(({ lastSoldDate }) => Date.parse(lastSoldDate as string))
    expect(days).toEqual([...days].sort((a, b) => b - a))
    expect(days.every((day) => day > today - 90 * 86_400_000 && day <= today)).toBe(true)
    const ids = new Set(body.itemSales!.map(({ itemId }) => itemId))
    for (const { legacyId } of shared.coins.market.sales(coin)) expect(ids).toContain(`v1|${legacyId}|0`)
    const either = await shared.client.insights('q=nonsense%20dime%20dollar%20cent%20quarter&category_ids=11116', token)
    expect(either.body.total).toBeGreaterThan(body.total)
    expect((await shared.client.insights('q=nonsense,dollar&category_ids=11116', token)).body.total).toBe(0)
  })

  it.each([
    ['', 400, 100_001],
    ['q=a', 400, 100_018],
    ['q=a&category_ids=999', 409, 100_015],
    ['category_ids=11116', 409, 100_004],
    ['q=a&category_ids=11116&offset=-1', 400, 100_002],
    ['q=a&category_ids=11116&limit=201', 400, 100_003],
    ['q=a&category_ids=11116&offset=10000', 400, 100_021],
    ['q=a&category_ids=11116&sort=newlyListed', 400, 100_006],
    ['q=a&category_ids=11116&filter=price:[1..2]', 400, 100_007],
    ['q=a&category_ids=11116&filter=nonsense:{a}', 400, 100_011],
  ])('refuses "%s" with %i and error %i', async (search, status, errorId) => {
    expect(firstError(await shared.client.insights(search, token))).toEqual([status, errorId])
  })

  it('needs the header of the marketplace', async () => {
    expect(firstError(await shared.client.insights(salesQuery(), token, {}))).toEqual([400, 100_020])
    const german = { 'x-ebay-c-marketplace-id': 'EBAY_XX' }
    expect(firstError(await shared.client.insights(salesQuery(), token, german))).toEqual([409, 100_005])
  })
})

test('no answer states a true value, or differs for junk', async () => {
  const { client, coins } = shared
  const offers = await client.browse('category_ids=253&limit=200&filter=buyingOptions:{AUCTION|FIXED_PRICE}', token)
  const sales = await client.insights('category_ids=253&limit=200', token)
  const listed = coins.market.coins.flatMap((each) => [...coins.market.offers(each), ...coins.market.sales(each)])
  const junk = new Set(listed.filter((each) => each.junk !== undefined).map(({ legacyId }) => `v1|${legacyId}|0`))
  for (const items of [offers.body.itemSummaries!, sales.body.itemSales!]) {
    const shapesOf = (isJunk: boolean) =>
      items.filter(({ itemId }) => junk.has(itemId) === isJunk).flatMap((item) => Object.keys(item))
    expect(shapesOf(true).length).toBeGreaterThan(0)
    const known = new Set(shapesOf(false))
    expect(shapesOf(true).filter((key) => !known.has(key))).toEqual([])
    expect(JSON.stringify(items)).not.toMatch(/junk|true(Cents|Value)|silent/i)
  }
})

test('a fault of one service leaves the others alone, and can be begun over HTTP', async () => {
  const { coins, client } = await start()
  const own = await client.token()
  coins.outage('ebay-browse', { kind: 'error', requests: 1 })
  expect((await client.insights(salesQuery(), own)).status).toBe(200)
  expect((await client.browse(query(), own)).status).toBe(500)
  expect((await client.browse(query(), own)).status).toBe(200)
  const control = `${started.at(-1)!.origin}/control`
  await fetch(`${control}/faults/ebay-insights`, { method: 'POST', body: '{"kind":"unavailable","requests":1}' })
  expect(coins.fault('ebay-insights')?.kind).toBe('unavailable')
  const listed = (await (await fetch(`${control}/coins`)).json()) as { trueCents: number }[]
  expect(listed.map(({ trueCents }) => trueCents)).toEqual(
    coins.market.coins.map((each) => coins.market.trueCents(each)),
  )
  const sold = await fetch(`${control}/coins/0/sell`, { method: 'POST', body: '{"cents":777}' })
  expect(await sold.json()).toMatchObject({ cents: 777 })
  expect(coins.market.sales(coins.market.coins[0]!)[0]).toMatchObject({ cents: 777 })
})
