import { type PricedPoint, valueCoin } from '@pawl/coin-prices'
import { median } from '../../figures/median.ts'

const today = '2026-03-01'
const dayMs = 86_400_000

/** ms of CPU of this process for one valuation from so many points, the median of several batches. */
export function valueCpu(count: number): number {
  const points = Array.from({ length: count }, (_, id): PricedPoint => {
    const day = new Date(Date.parse(today) - ((id * 7) % 90) * dayMs).toISOString().slice(0, 10)
    // two peaks, and one price in twenty far away
    const cents = (id % 20 === 0 ? 90_000 : id % 3 === 0 ? 13_000 : 10_000) + ((id * 37) % 1_000)
    return { id, priceType: 'sold', cents, day, strength: 0.7 + (id % 30) / 100 }
  })
  const batch = 20
  const batches = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < batch; i++) {
      const { status } = valueCoin(points, { today })
      if (status !== 'valued') throw new Error(`the valuation is ${status}; expected valued`)
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / batch
  })
  return median(batches)
}
