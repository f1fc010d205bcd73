import { judgeGrowth } from '../figures/judge-growth.ts'
import { median } from '../figures/median.ts'
import type { Bench } from '../harness/bench.ts'
import { type GrowthPoint, growthPoint } from '../harness/growth-point.ts'
import type { Row } from '../row.ts'

/** What grows in proportion has 1, what stays the same has 0. */
const bounds: GrowthPoint = { enqueue: 1.05, claim: 1.05, drain: 1.05, listing: 0.1 }

type Cost = keyof GrowthPoint
const costs = Object.keys(bounds) as Cost[]

/** The same on 1, 10, 100 and 1,000 times the jobs: how the cost of each part grows with them. */
export const row: Row = {
  name: 'growth',
  async run(bench) {
    const sizes = bench.quick ? [50, 5_000] : [1_000, 10_000, 100_000, 1_000_000]
    const points: (GrowthPoint & { readonly jobs: number })[] = []
    for (const jobs of sizes) points.push({ jobs, ...(await middlePoint(bench, jobs)) })
    return costs.map((cost) => {
      const curve = points.map((point) => ({ work: point.jobs, cost: point[cost] }))
      return judgeGrowth(`growth of ${cost}, exponent`, curve, bounds[cost])
    })
  },
}

/** Small ones are quick, and short times waver: they are taken more often. */
async function middlePoint(bench: Bench, jobs: number): Promise<GrowthPoint> {
  const times = Math.max(1, Math.min(bench.rounds, Math.floor(300_000 / jobs)))
  const measured: GrowthPoint[] = []
  for (let i = 0; i < times; i++) measured.push((await bench.quiet.measure(() => growthPoint(bench, jobs))).value)
  const middle = (cost: Cost) => median(measured.map((point) => point[cost]))
  const point = {
    enqueue: middle('enqueue'),
    claim: middle('claim'),
    drain: middle('drain'),
    listing: middle('listing'),
  }
  bench.log(`  ${jobs} jobs: ${costs.map((cost) => `${cost} ${point[cost].toPrecision(3)} ms`).join(', ')}`)
  return point
}
