import { defineJob } from 'pawl'
import { z } from 'zod'
import { convertMoney } from '../money/convert-money.ts'
import { type Conversion, holdValuation, pointsToValue, type StoredPoint, saveValuation } from '../tables/valuations.ts'
import type { PricedPoint } from '../valuation/valuation.ts'
import { valueCoin } from '../valuation/value-coin.ts'
import { raiseAlerts } from './raise-alerts.ts'

const body = z.strictObject({ intakeId: z.number().int().positive() })

/** Older points of a coin are not read: a figure from this many does not get better. */
const mostPoints = 10_000

/** Values one coin from all of its points. Points that arrive together make one run. */
export function valueJob() {
  return defineJob({
    type: 'coins.value',
    queue: 'coin-value',
    body,
    key: ({ intakeId }) => `value-${intakeId}`,
    timeoutMs: 60_000,
    run: (job) =>
      job.commit(async (tx) => {
        const { intakeId } = job.body
        // held from here on: points that are stored later find this job ended, and enqueue another one
        const held = await holdValuation(tx, intakeId)
        if (held === undefined) return { status: 'skipped', reason: 'removed' }
        const { points, conversions } = inOneCurrency(await pointsToValue(tx, intakeId, mostPoints), held.currency)
        const valuation = valueCoin(points, { today: held.today })
        const ofUsed = conversions.filter(({ id }) => valuation.used.includes(id))
        await saveValuation(tx, { intakeId, currency: held.currency, valuation, conversions: ofUsed })
        await raiseAlerts(job, tx, { intakeId, ...held, valuation })
        return { status: valuation.status, fairCents: valuation.fairCents }
      }),
  })
}

function inOneCurrency(stored: readonly StoredPoint[], to: string) {
  const points: PricedPoint[] = []
  const conversions: Conversion[] = []
  for (const { currency, rate, ...point } of stored) {
    if (currency === to) points.push(point)
    else if (rate === undefined) points.push({ ...point, excludedFor: point.excludedFor ?? 'no-exchange-rate' })
    else {
      const { cents } = convertMoney({ cents: point.cents, currency }, { ...rate, from: currency, to })
      points.push({ ...point, cents })
      conversions.push({ id: point.id, cents, ...rate })
    }
  }
  return { points, conversions }
}
