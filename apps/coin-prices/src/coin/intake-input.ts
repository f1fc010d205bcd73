import { z } from 'zod'
import { currencyDigits } from '../money/currency-digits.ts'

/** What no text of PostgreSQL can hold. */
const unstorable = /[\0\p{Surrogate}]/u

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((value) => !unstorable.test(value), 'expected a text without NUL and without half of a surrogate pair')
const cents = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date()

/** The fields of a coin as programs state them, each by itself: see `intakeFaults`. */
export const intakeFields = {
  status: z.enum(['owned', 'watched', 'sold']),
  issuer: text(200).optional(),
  denomination: text(200).optional(),
  year: z.number().int().min(-1_000).max(2_200).optional(),
  /** Empty: struck without one. */
  mintMark: z.string().trim().max(4).optional(),
  series: text(200).optional(),
  title: text(500).optional(),
  grade: text(200).optional(),
  certificate: text(50).optional(),
  pcgsNumber: text(50).optional(),
  numistaNumber: text(50).optional(),
  kmNumber: text(50).optional(),
  quantity: z.number().int().min(1).max(1_000_000),
  note: text(10_000).optional(),
  pictures: z
    .array(z.url({ protocol: /^https?$/ }).max(2_000))
    .max(50)
    .optional(),
  currency: z.string().refine(isCurrency, 'expected a currency code, as in USD').optional(),
  boughtOn: day.optional(),
  paidCents: cents.optional(),
  paidFeesCents: cents.optional(),
  soldOn: day.optional(),
  soldCents: cents.optional(),
  soldFeesCents: cents.optional(),
}

function isCurrency(code: string): boolean {
  return currencyDigits(code) !== undefined
}
