import { judge } from '../figures/judge.ts'
import type { Result, Target } from '../figures/result.ts'
import type { Bench } from './bench.ts'

/** A figure of an application: it takes long and varies little, so it has one round when quick, and at most three. */
export async function measured(
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
