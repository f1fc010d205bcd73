import { type MarketCoin, type Sandbox, sandboxCoinKeys, startSandbox } from '@pawl/sandbox'
import type { FetchAnswer } from 'pawl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Coin } from '../../src/coin/coin.ts'
import { parseGrade } from '../../src/coin/parse-grade.ts'
import { matcherFor } from '../../src/listing/match-listing.ts'
import type { Ask, CoinSource } from '../../src/sources/coin-source.ts'
import { fetchToken } from '../../src/sources/ebay/fetch-token.ts'
import type { QueryParams } from '../../src/sources/query-params.ts'
import { createSources } from '../../src/sources/sources.ts'
import { valueCoin } from '../../src/valuation/value-coin.ts'
import { allPages } from '../support/scripted-ask.ts'

const today = '2026-03-01'
const insightsScope = 'https://api.ebay.com/oauth/api_scope/buy.marketplace.insights'
let sandbox: Sandbox
let sources: readonly CoinSource[]
let token: string

beforeAll(async () => {
  const now = () => Date.parse(`${today}T23:00:00Z`)
  sandbox = await startSandbox({ port: 0, coins: { coins: 200, now } })
  const { ebay, pcgs, numista } = sandbox.urls.coinPrices
  sources = createSources({
    ebay: { ...sandboxCoinKeys.ebay, url: ebay },
    pcgs: { ...sandboxCoinKeys.pcgs, url: pcgs },
    numista: { ...sandboxCoinKeys.numista, url: numista },
  })
  token = await newToken()
})
afterAll(() => sandbox.stop())

describe('the sources against the stand-ins', () => {
  test.each(['ebay-browse', 'ebay-insights', 'pcgs', 'numista'])(
    '%s reads every answer without a warning',
    async (name) => {
      let read = 0
      for (const coin of sandbox.coins.market.coins.slice(0, 60)) {
        const source = sourceOf(name)
        if (source.whyNot(toCoin(coin)) !== undefined) continue
        const pages = await collect(name, coin)
        expect(pages.flatMap(({ warnings }) => warnings)).toEqual([])
        read += pages.reduce((sum, { listings }) => sum + listings.length, 0)
      }
      expect(read).toBeGreaterThan(30)
    },
  )

  test('a category that eBay does not know is a warning, and the offers are there all the same', async () => {
    const [page] = await collect('ebay-browse', sandbox.coins.market.coins[0]!, { categoryId: '999' })
    expect(page!.warnings).toEqual([expect.stringMatching(/^12009 /)])
    expect(page!.listings.length).toBeGreaterThan(0)
  })

  test('small pages hold the same sales as large ones', async () => {
    const coin = sandbox.coins.market.coins[0]!
    const idsOf = async (params: QueryParams) =>
      (await collect('ebay-insights', coin, params)).flatMap(({ listings }) =>
        listings.map(({ externalId }) => externalId),
      )
    const all = await idsOf({})
    expect(await idsOf({ limit: 7, maxPages: 50 })).toEqual(all)
  })

  test('revoked tokens are replaced, and a key without access is a permanent failure', async () => {
    const coin = sandbox.coins.market.coins[0]!
    sandbox.coins.revokeTokens()
    const [page] = await collect('ebay-browse', coin)
    expect(page!.listings.length).toBeGreaterThan(0)
    const basic = await newToken(sandboxCoinKeys.ebayWithoutInsights)
    await expect(collect('ebay-insights', coin, {}, basic)).rejects.toThrow(/no access \(100017/)
  })

  test('a certificate is looked up', async () => {
    const coin = sandbox.coins.market.coins.find(({ certificate }) => certificate !== undefined)!
    const found = await sourceOf('pcgs').lookUp!({ ask, token: sharedToken(token) }, coin.certificate!)
    expect(found).toMatchObject({ year: coin.year, catalogue: { pcgs: coin.pcgsNumber }, gradeText: coin.grade })
    expect(await sourceOf('pcgs').lookUp!({ ask, token: sharedToken(token) }, '99999999')).toBeNull()
  })
})

test('200 coins with a fifth of junk are valued within 5 %, and the interval holds as many values as it claims', async () => {
  const { market } = sandbox.coins
  const errors: number[] = []
  let held = 0
  let known = 0
  for (const coin of market.coins) {
    const pages = await collect('ebay-insights', coin)
    const matches = matcherFor(toCoin(coin))
    const points = pages
      .flatMap(({ listings }) => listings)
      .map((listing, id) => {
        const { strength, mismatch } = matches(listing)
        return {
          id,
          priceType: listing.priceType,
          cents: listing.price.cents,
          day: listing.day,
          strength,
          excludedFor: mismatch,
        }
      })
    const { lowCents, fairCents, highCents } = valueCoin(points, { today })
    const trueCents = market.trueCents(coin)
    errors.push(fairCents === null ? 1 : Math.abs(fairCents / trueCents - 1))
    known += fairCents === null ? 0 : 1
    if (lowCents! <= trueCents && trueCents <= highCents!) held++
  }
  errors.sort((a, b) => a - b)
  expect(known).toBe(200)
  expect(errors[100]).toBeLessThan(0.05)
  expect(held / 200).toBeGreaterThanOrEqual(0.75)
  expect(held / 200).toBeLessThanOrEqual(0.85)
})

test('the matcher takes what offers the coin, and leaves out what says that it does not', async () => {
  const { market } = sandbox.coins
  let clean = 0
  let taken = 0
  let telling = 0
  let leftOut = 0
  for (const coin of market.coins) {
    const matches = matcherFor(toCoin(coin))
    for (const { title, junk } of market.sales(coin)) {
      const price = { cents: 100, currency: 'USD' }
      const isTaken = matches({ title, priceType: 'sold', price, day: today }).mismatch === undefined
      if (junk === undefined) clean++
      if (junk === undefined && isTaken) taken++
      if (junk !== undefined && junk !== 'silent') telling++
      if (junk !== undefined && junk !== 'silent' && !isTaken) leftOut++
    }
  }
  expect(taken / clean).toBeGreaterThan(0.99)
  expect(leftOut / telling).toBeGreaterThan(0.99)
})

const sourceOf = (name: string) => sources.find((source) => source.name === name)!

function collect(name: string, coin: MarketCoin, params: QueryParams = {}, bearer = token) {
  const input = { ask, token: sharedToken(bearer), coin: toCoin(coin), params, today }
  return allPages(sourceOf(name).collect(input))
}

function sharedToken(bearer: string) {
  return { get: async (refused?: string) => (refused === undefined ? bearer : newToken()) }
}

async function newToken(keys: { clientId: string; clientSecret: string } = sandboxCoinKeys.ebay): Promise<string> {
  const url = sandbox.urls.coinPrices.ebay
  const options = { ...keys, url, marketplace: 'EBAY_US', allowPrivate: true, userAgent: 'test', cacheTtlMs: undefined }
  return (await fetchToken(ask, 'ebay-insights', insightsScope, options)).token
}

function toCoin(coin: MarketCoin): Coin {
  const { issuer, denomination, year, mintMark, series, title, grade, certificate, pcgsNumber, kmNumber } = coin
  return {
    ...{ issuer, denomination, year, mintMark, series, title, certificate },
    grade: grade === undefined ? undefined : parseGrade(grade),
    catalogue: { pcgs: pcgsNumber, km: kmNumber },
  }
}

/** What `job.fetch` answers, without its limits. */
const ask: Ask = async (url, { method = 'GET', headers = {}, body } = {}) => {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) } as RequestInit)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const read: FetchAnswer = {
    ...{ status: answer.status, url: String(url), headers: answer.headers, body: bytes, bytes: bytes.length },
    ...{
      hops: [],
      cached: 'no',
      durationMs: 1,
      text: () => bytes.toString(),
      json: () => JSON.parse(bytes.toString()),
    },
  }
  return read
}
