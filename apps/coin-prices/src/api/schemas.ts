import { bodyId, instant, z } from '@pawl/app/api'
import { intakeFields } from '../coin/intake-input.ts'

const cents = z.number().int()
const day = z.string().openapi({ example: '2026-03-01' })
const basis = z.enum(['sold', 'ask']).nullable()
const valueStatus = z.enum(['valued', 'too-few-points'])

export const band = z.strictObject({ lowCents: cents, fairCents: cents, highCents: cents, currency: z.string(), day })

export const value = z
  .strictObject({
    ...{ status: valueStatus, basis, band: band.optional(), confidence: z.number() },
    ...{ pointsUsed: z.number().int(), pointsLeftOut: z.number().int(), valuedAt: instant.nullable() },
  })
  .openapi('CoinValue', { description: 'what one piece is worth; without a band there are too few prices' })

const money = z.strictObject({ cents, currency: z.string() })

export const coin = z
  .strictObject({
    ...{ id: z.number().int(), collectorId: z.number().int(), collector: z.string() },
    intake: z.strictObject(intakeFields),
    value,
    ...{ createdAt: instant, updatedAt: instant },
    cost: money.optional().openapi({ description: 'of all pieces, with fees' }),
    gain: band.omit({ day: true }).optional().openapi({ description: 'of all pieces, if sold at the value' }),
    realisedGain: money.optional().openapi({ description: 'by the sale' }),
  })
  .openapi('Coin')

export const point = z
  .strictObject({
    ...{ id: z.number().int(), source: z.string(), priceType: z.enum(['sold', 'ask', 'bid', 'guide']) },
    ...{ priceCents: cents, shippingCents: cents.nullable(), hammerCents: cents.nullable() },
    ...{ premiumCents: cents.nullable(), taxCents: cents.nullable(), currency: z.string(), day },
    ...{ title: z.string(), url: z.string().nullable(), matchStrength: z.number() },
    ...{
      matchReasons: z.array(z.strictObject({ text: z.string(), points: z.number() })),
      isUsed: z.boolean(),
      leftOutFor: z.string().nullable(),
    },
    ...{ origin: z.string(), firstSeenAt: instant },
  })
  .openapi('PricePoint')

export const pastValue = z
  .strictObject({
    ...{ status: valueStatus, basis, currency: z.string(), lowCents: cents.nullable() },
    ...{ fairCents: cents.nullable(), highCents: cents.nullable(), confidence: z.number() },
    ...{ pointsUsed: z.number().int(), valuedAt: instant },
  })
  .openapi('PastCoinValue')

export const newCoin = z.strictObject({
  ...intakeFields,
  status: intakeFields.status.default('owned'),
  quantity: intakeFields.quantity.default(1),
  reader: bodyId.optional().openapi({ description: 'the collector. Default: 1' }),
})

const nullable = Object.fromEntries(
  Object.entries(intakeFields).map(([field, schema]) => [field, z.union([schema, z.null()]).optional()]),
) as { [Field in keyof typeof intakeFields]: z.ZodOptional<z.ZodUnion<[(typeof intakeFields)[Field], z.ZodNull]>> }

/** What is left out stays, and null removes it. */
export const coinChange = z.strictObject({
  ...nullable,
  status: intakeFields.status.optional(),
  quantity: intakeFields.quantity.optional(),
})

const figures = { currency: z.string(), lowCents: cents, fairCents: cents, highCents: cents, coins: z.number().int() }
const sum = z.strictObject(figures)

export const collection = z
  .strictObject({
    days: z.array(
      z.strictObject({
        ...{ day, sums: z.array(sum), total: sum.optional(), notConverted: z.array(sum) },
        converted: z.array(z.strictObject({ ...figures, from: z.string(), rate: z.string(), rateDay: day })),
        notCounted: z.array(
          z.strictObject({
            id: z.number().int(),
            reason: z.enum(['not-valued-yet', 'too-few-points', 'day-of-sale-unknown']),
          }),
        ),
      }),
    ),
    cost: z.array(money).openapi({ description: 'of the owned coins, with fees' }),
    realisedGain: z.array(money).openapi({ description: 'by sales' }),
  })
  .openapi('CoinCollection')

export const alert = z
  .strictObject({
    ...{ id: z.number().int(), collectorId: z.number().int(), collector: z.string() },
    ...{ coinId: z.number().int().nullable(), percent: z.number(), webhookUrl: z.string().nullable() },
    createdAt: instant,
  })
  .openapi('CoinAlert', { description: 'a rule; without a coin it is for all coins of the collector' })

export const newAlert = z.strictObject({
  reader: bodyId.optional().openapi({ description: 'the collector. Default: 1' }),
  coin: bodyId.optional().openapi({ description: 'Default: all coins of the collector' }),
  percent: z.number().positive().max(1_000),
  webhook: z.string().max(2_048).optional().openapi({ description: 'called with each notice, as JSON' }),
})

export const notice = z
  .strictObject({
    ...{ id: z.number().int(), alertId: z.number().int(), coinId: z.number().int() },
    message: z.strictObject({
      ...{ type: z.literal('coin-prices.value-moved'), intakeId: z.number().int(), coin: z.string() },
      ...{ direction: z.enum(['up', 'down']), percent: z.number(), currency: z.string() },
      ...{ fromCents: cents, toCents: cents, lowCents: cents, highCents: cents, basis: z.enum(['sold', 'ask']) },
      ...{ confidence: z.number(), day, text: z.string() },
    }),
    ...{ createdAt: instant, deliveredAt: instant.nullable() },
  })
  .openapi('CoinNotice')
