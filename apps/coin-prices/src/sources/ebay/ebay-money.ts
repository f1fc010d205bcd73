import { z } from 'zod'
import type { Money } from '../../money/money.ts'
import { parseAmount } from '../../money/parse-amount.ts'

export const ebayAmount = z.object({
  value: z.string(),
  currency: z.string(),
  convertedFromValue: z.string().optional(),
  convertedFromCurrency: z.string().optional(),
})

/** The amount that the seller named, before eBay converts it: our own conversions keep their rate and their day. */
export function ebayMoney(amount: z.output<typeof ebayAmount> | undefined): Money | undefined {
  if (amount === undefined) return undefined
  const { value, currency, convertedFromValue, convertedFromCurrency } = amount
  return parseAmount(convertedFromValue ?? value, convertedFromCurrency ?? currency)
}
