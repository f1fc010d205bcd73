import type { Money } from '../money/money.ts'

/** The sum of amounts, one for each currency. Undefined amounts are not known, and are left out. */
export function sumMoney(amounts: Iterable<Money | undefined>): readonly Money[] {
  const sums = new Map<string, number>()
  for (const amount of amounts) {
    if (amount !== undefined) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.cents)
  }
  return [...sums].map(([currency, cents]) => ({ cents, currency }))
}
