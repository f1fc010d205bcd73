import { Hono } from 'hono'
import { type CoinService, type Coins, coinServices } from './coin-services.ts'

/** For people and proofs: the coins with their true values, which no service serves. */
export function coinControl({ market }: Coins): Hono {
  return new Hono()
    .get('/coins', (c) =>
      c.json(market.coins.map((coin) => ({ ...coin, kind: market.kindOf(coin), trueCents: market.trueCents(coin) }))),
    )
    .post('/coins/:index/sell', async (c) => {
      const coin = market.coins[Number(c.req.param('index'))]
      if (coin === undefined) return c.json({ error: `expected a coin from 0 to ${market.coins.length - 1}` }, 404)
      const { cents, title } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
      const { words: _, ...sale } = market.sell(coin, {
        ...(typeof cents === 'number' && Number.isSafeInteger(cents) && cents > 0 ? { cents } : {}),
        ...(typeof title === 'string' ? { title } : {}),
      })
      return c.json(sale)
    })
}

export const isCoinService = (name: unknown): name is CoinService => coinServices.includes(name as CoinService)

/** What happened at the services so far. */
export function stateOfCoins(coins: Coins): object {
  const services = coinServices.map((name) => {
    const { total, byStatus } = coins.requests(name)
    const state = { requests: total, answers: Object.fromEntries(byStatus), quota: coins.quota(name) }
    return [name, { ...state, fault: coins.fault(name) }] as const
  })
  return { ...Object.fromEntries(services), tokensGranted: coins.tokensGranted, coins: coins.market.coins.length }
}
