import { expect, test } from 'vitest'
import type { CollectInput } from '../../src/sources/coin-source.ts'
import { fetchToken } from '../../src/sources/ebay/fetch-token.ts'
import { createSources } from '../../src/sources/sources.ts'
import { allPages, type Reply, scriptedAsk } from '../support/scripted-ask.ts'

const [browse, insights] = createSources({
  ebay: { clientId: 'id', clientSecret: 'secret', url: 'https://ebay.example/' },
})
const coin = { year: 1881, mintMark: 'S', series: 'Morgan', denomination: 'dollar' }
const item = {
  itemId: 'v1|110|0',
  title: '1881-S Morgan Silver Dollar',
  price: { value: '120.00', currency: 'USD' },
  buyingOptions: ['FIXED_PRICE', 'BEST_OFFER'],
  itemWebUrl: 'https://ebay.example/itm/110',
  seller: { username: 'a seller', feedbackPercentage: '99.9', feedbackScore: 12 },
  shippingOptions: [
    { shippingCostType: 'FIXED', shippingCost: { value: '4.95', currency: 'USD' } },
    { shippingCostType: 'CALCULATED' },
  ],
}

function collecting(params: CollectInput['params'], ...replies: readonly Reply[]) {
  const { ask, asked } = scriptedAsk(...replies)
  const refused: (string | undefined)[] = []
  const token = {
    get: async (old?: string) => {
      refused.push(old)
      return old === undefined ? 'first' : 'second'
    },
  }
  return { input: { ask, token, coin, params, today: '2026-03-01' }, asked, refused }
}

test('an offer becomes an asking price with its shipping, without the name of its seller', async () => {
  const { input, asked } = collecting({}, { json: { total: 1, itemSummaries: [item] } })
  const [page] = await allPages(browse!.collect(input))
  expect(page).toEqual({
    warnings: [],
    listings: [
      {
        externalId: 'v1|110|0',
        url: 'https://ebay.example/itm/110',
        title: '1881-S Morgan Silver Dollar',
        priceType: 'ask',
        price: { cents: 12_000, currency: 'USD' },
        shippingCents: 495,
        day: '2026-03-01',
      },
    ],
  })
  expect(JSON.stringify(page)).not.toContain('a seller')
  expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({
    q: '1881-S Morgan',
    filter: 'buyingOptions:{FIXED_PRICE|AUCTION}',
    limit: '200',
    offset: '0',
  })
  expect(asked[0]!.options.headers).toEqual({ authorization: 'Bearer first', 'x-ebay-c-marketplace-id': 'EBAY_US' })
  expect(asked[0]!.options.cacheKey).toMatch(/^ebay-browse\|1881\|s\|dollar\|morgan\|\|/)
})

test('a running auction is a bid, and has no price of its own', async () => {
  const { price: _, ...auction } = {
    ...item,
    buyingOptions: ['AUCTION'],
    currentBidPrice: { value: '9.99', currency: 'USD' },
  }
  const { input } = collecting({}, { json: { total: 1, itemSummaries: [auction] } })
  const [page] = await allPages(browse!.collect(input))
  expect(page?.listings[0]).toMatchObject({ priceType: 'bid', price: { cents: 999 } })
})

test('a converted price is taken as the seller named it', async () => {
  const price = { value: '130.80', currency: 'USD', convertedFromValue: '120.00', convertedFromCurrency: 'EUR' }
  const { input } = collecting({}, { json: { total: 1, itemSummaries: [{ ...item, price }] } })
  const [page] = await allPages(browse!.collect(input))
  expect(page?.listings[0]).toMatchObject({ price: { cents: 12_000, currency: 'EUR' }, shippingCents: undefined })
})

test('an answer without entries and with warnings is an empty page that says so', async () => {
  const json = { total: 0, warnings: [{ errorId: 12002, message: 'The filter is invalid.' }] }
  const { input } = collecting({}, { json })
  expect(await allPages(browse!.collect(input))).toEqual([{ listings: [], warnings: ['12002 The filter is invalid.'] }])
})

test('one unreadable entry does not spoil its page', async () => {
  const { input } = collecting(
    {},
    { json: { total: 3, itemSummaries: [{ title: 'no id' }, { ...item, price: undefined }, item] } },
  )
  const [page] = await allPages(browse!.collect(input))
  expect(page?.listings).toHaveLength(1)
  expect(page?.warnings).toHaveLength(2)
})

test('pages are read up to the limit of pages, and no further than the total', async () => {
  const { input, asked } = collecting(
    { limit: 1, maxPages: 5 },
    { json: { total: 2, itemSummaries: [item] } },
    { json: { total: 2, itemSummaries: [item] } },
  )
  expect(await allPages(browse!.collect(input))).toHaveLength(2)
  expect(asked.map(({ url }) => url.searchParams.get('offset'))).toEqual(['0', '1'])
})

test('a refused token is replaced once', async () => {
  const invalid = { errors: [{ errorId: 1001, message: 'Invalid access token', domain: 'OAuth', category: 'REQUEST' }] }
  const { input, asked, refused } = collecting({}, { status: 401, json: invalid }, { json: { total: 0 } })
  await allPages(browse!.collect(input))
  expect(refused).toEqual([undefined, 'first'])
  expect(asked[1]!.options.headers).toMatchObject({ authorization: 'Bearer second' })
  const twice = collecting({}, { status: 401, json: invalid }, { status: 401, json: invalid })
  await expect(allPages(browse!.collect(twice.input))).rejects.toThrow(/check the scopes/)
})

test.each([
  [400, 12_001, /refuses the query \(12001 The call must have a q.*check query_params/],
  [403, 1_100, /no access \(1100/],
])('status %i is a permanent failure that says what to do', async (status, errorId, message) => {
  const json = { errors: [{ errorId, message: 'The call must have a q.', parameters: [{ name: 'q', value: '' }] }] }
  const { input } = collecting({}, { status, json })
  await expect(allPages(browse!.collect(input))).rejects.toMatchObject({
    name: 'PermanentError',
    message: expect.stringMatching(message),
  })
})

test('a page of HTML in the place of an answer is worth a retry', async () => {
  const { input } = collecting({}, { text: '<html>maintenance</html>' })
  await expect(allPages(browse!.collect(input))).rejects.toMatchObject({ code: 'bad-answer' })
})

test('a sale becomes a sold price of its day', async () => {
  const sale = {
    ...{ itemId: 'v1|220|0', title: item.title, lastSoldDate: '2026-02-11T17:02:11.000Z', totalSoldQuantity: 2 },
    lastSoldPrice: { value: '85.50', currency: 'USD' },
  }
  const { input, asked } = collecting({}, { json: { total: 1, itemSales: [sale] } })
  const [page] = await allPages(insights!.collect(input))
  expect(page?.listings[0]).toMatchObject({
    ...{
      externalId: 'v1|220|0@2026-02-11',
      priceType: 'sold',
      price: { cents: 8_550 },
      day: '2026-02-11',
      quantity: 2,
    },
  })
  expect(asked[0]!.url.searchParams.get('q')).toBe('1881-S,Morgan')
  expect(asked[0]!.url.searchParams.get('category_ids')).toBe('11116')
})

test('a token is asked for with the credentials, and refused credentials are a permanent failure', async () => {
  const options = {
    ...{ url: 'https://ebay.example', clientId: 'id', clientSecret: 'secret', marketplace: 'EBAY_US' },
    ...{ allowPrivate: false, userAgent: 'test', cacheTtlMs: undefined },
  }
  const granted = scriptedAsk({
    json: { access_token: 'v^1.1#i', expires_in: 7_200, token_type: 'Application Access Token' },
  })
  expect(await fetchToken(granted.ask, 'ebay-browse', 'a scope', options)).toEqual({
    token: 'v^1.1#i',
    expiresInMs: 7_200_000,
  })
  expect(granted.asked[0]!.options).toMatchObject({
    method: 'POST',
    body: 'grant_type=client_credentials&scope=a+scope',
    headers: { authorization: 'Basic aWQ6c2VjcmV0' },
  })
  const refused = scriptedAsk({
    status: 401,
    json: { error: 'invalid_client', error_description: 'client authentication failed' },
  })
  await expect(fetchToken(refused.ask, 'ebay-browse', 'a scope', options)).rejects.toThrow(
    /invalid_client.*EBAY_CLIENT_ID/,
  )
})
