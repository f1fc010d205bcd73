import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MarketCoin, type Sandbox, sandboxCoinKeys, startSandbox } from '../../src/index.ts'

let sandbox: Sandbox
let coin: MarketCoin

beforeAll(async () => {
  const now = () => Date.parse('2026-03-01T12:00:00Z')
  sandbox = await startSandbox({ port: 0, coins: { coins: 60, now } })
  coin = sandbox.coins.market.coins.find(({ market, mintMark }) => market === 'graded' && mintMark !== '')!
})
afterAll(() => sandbox.stop())

async function ask(path: string, key: string = sandboxCoinKeys.numista.apiKey) {
  const answer = await fetch(`${sandbox.urls.coinPrices.numista}${path}`, { headers: { 'Numista-API-Key': key } })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

type Issue = { readonly id: number; readonly year: number; readonly mint_letter?: string }

describe('Numista', () => {
  it('finds a type by words, issuer and year, and knows its issues and their prices by grade', async () => {
    const query = new URLSearchParams({
      q: coin.series,
      issuer: coin.issuer,
      year: String(coin.year),
      category: 'coin',
    })
    const { body } = await ask(`/types?${query}`)
    expect(body).toMatchObject({ count: 1, types: [{ id: Number(coin.numistaNumber), category: 'coin' }] })
    const type = await ask(`/types/${coin.numistaNumber}`)
    expect(type.body).toMatchObject({ id: Number(coin.numistaNumber), references: [{ catalogue: { code: 'KM' } }] })
    const issues = (await ask(`/types/${coin.numistaNumber}/issues`)).body as unknown as Issue[]
    const issue = issues.find(({ year, mint_letter }) => year === coin.year && mint_letter === coin.mintMark)!
    const prices = await ask(`/types/${coin.numistaNumber}/issues/${issue.id}/prices?currency=USD`)
    const grades = (prices.body.prices as { grade: string; price: number }[]).map(({ grade }) => grade)
    expect(prices.body.currency).toBe('USD')
    expect(grades).toEqual(['g', 'vg', 'f', 'vf', 'xf', 'au', 'unc'])
  })

  it('pages types, and has none for what is no coin', async () => {
    const { body } = await ask('/types?category=coin&count=3&page=2')
    expect(body.types).toHaveLength(3)
    expect(body.count).toBeGreaterThan(6)
    expect((await ask('/types?category=banknote')).body).toEqual({ count: 0, types: [] })
  })

  it.each([
    ['/types', 400],
    ['/types?q=a&count=51', 400],
    ['/types?q=a&page=0', 400],
    ['/types?q=a&lang=de', 400],
    ['/types/abc', 400],
    ['/types/1', 404],
    ['/types/1400/issues/1/prices', 404],
    ['/types/1400/issues/1/prices?currency=XYZ', 400],
    ['/nonsense', 404],
  ])('answers %s with %i and a message', async (path, status) => {
    expect(await ask(path)).toEqual({ status, body: { error_message: expect.any(String) } })
  })

  it('refuses another key, and calls beyond the quota of the month', async () => {
    expect((await ask('/types?q=a', 'another')).status).toBe(401)
    const now = () => Date.parse('2026-03-01T12:00:00Z')
    const other = await startSandbox({ port: 0, coins: { now, quotas: { numista: 1 } } })
    const headers = { 'numista-api-key': sandboxCoinKeys.numista.apiKey }
    const call = async () => (await fetch(`${other.urls.coinPrices.numista}/types/1400`, { headers })).status
    expect([await call(), await call()]).toEqual([200, 429])
    other.coins.market.advance(30 * 86_400_000)
    expect(await call()).toBe(429)
    other.coins.market.advance(86_400_000)
    expect(await call()).toBe(200)
    await other.stop()
  })
})
