import { matchRate } from '../harness/coins/match-rate.ts'
import { storeRate } from '../harness/coins/store-rate.ts'
import { valueCpu } from '../harness/coins/value-cpu.ts'
import { measured } from '../harness/measured.ts'
import type { Row } from '../row.ts'

/** The application `coin-prices`: points that jobs store, valuations, and titles that are matched. */
export const row: Row = {
  name: 'coin-prices',
  long: true,
  async run(bench) {
    const points = bench.quick ? 10_000 : 100_000
    const titles = bench.quick ? 20_000 : 200_000
    return [
      await measured(
        bench,
        `coin-prices: ${points} price points deduplicated and stored`,
        'points/s',
        { bound: 'at least', value: 10_000 },
        () => storeRate(bench, points),
      ),
      await measured(
        bench,
        'coin-prices: CPU of a valuation from 1,000 points',
        'ms',
        { bound: 'at most', value: 5 },
        async () => valueCpu(1_000),
      ),
      await measured(
        bench,
        `coin-prices: ${titles} titles matched`,
        'titles/s',
        { bound: 'at least', value: 50_000 },
        async () => matchRate(titles),
      ),
    ]
  },
}
