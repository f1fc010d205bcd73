import { judge } from '../figures/judge.ts'
import type { Result, Target } from '../figures/result.ts'
import type { Bench } from '../harness/bench.ts'
import { enqueueDue } from '../harness/chapters/enqueue-due.ts'
import { ingestRate } from '../harness/chapters/ingest-rate.ts'
import { pollShare } from '../harness/chapters/poll-share.ts'
import type { Row } from '../row.ts'

/** The application `chapters`: what is due, what is new, and how much of its source's limit it uses. */
export const row: Row = {
  name: 'chapters',
  long: true,
  async run(bench) {
    const count = bench.quick ? 5_000 : 100_000
    const results = [
      await measured(
        bench,
        `chapters: ${count} series that are due are in line`,
        's',
        { bound: 'at most', value: 10 },
        () => enqueueDue(bench, count),
      ),
      await measured(bench, `chapters: ingest of ${count}`, 'chapters/s', { bound: 'at least', value: 5_000 }, () =>
        ingestRate(bench, count),
      ),
    ]
    let refused = 0
    const share = await measured(
      bench,
      'chapters: share of 5 requests/s that polls use',
      '',
      { bound: 'at least', value: 0.98 },
      async () => {
        const polled = await pollShare(bench, bench.quick ? 10_000 : 60_000)
        refused += polled.refused
        return polled.share
      },
    )
    const never = {
      name: 'chapters: requests beyond 5/s',
      unit: 'requests',
      target: { bound: 'at most', value: 0 } as const,
    }
    const rounds = [{ value: refused, stealPercent: 0, othersPercent: 0 }]
    return [...results, share, judge({ ...never, ours: { name: 'pawl', rounds }, peers: [] })]
  },
}

/** Such a figure takes long and wavers little: one round when quick, three at the most. */
async function measured(
  bench: Bench,
  name: string,
  unit: string,
  target: Target,
  run: () => Promise<number>,
): Promise<Result> {
  const rounds = []
  for (let i = 0; i < Math.min(3, bench.rounds); i++) {
    const { value, use } = await bench.quiet.measure(run)
    bench.log(`  ${name}: ${value.toPrecision(4)} ${unit}`)
    rounds.push({ value, stealPercent: use.stealPercent, othersPercent: use.othersPercent })
  }
  return judge({ name, unit, target, ours: { name: 'pawl', rounds }, peers: [] })
}
