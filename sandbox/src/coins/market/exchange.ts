/** What one dollar is in each currency of the market. The rates do not change. */
export const perDollar = { USD: 1, EUR: 0.88, GBP: 0.76 } as const
export type MarketCurrency = keyof typeof perDollar

export function convertCents(usdCents: number, to: MarketCurrency): number {
  return Math.max(1, Math.round(usdCents * perDollar[to]))
}
