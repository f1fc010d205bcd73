import type { Figures } from '../figures/judge.ts'
import type { Bench } from './bench.ts'
import type { CpuUse } from './cpu-use.ts'

/** What one measurement gives: figures by name. */
export type Measured = Readonly<Record<string, number>>

/**
 * Measures all entries in turn, round after round: A, B, C, A, B, C. What disturbs the machine for a while then disturbs them
 * alike. Returns what gives one figure of an entry in all rounds.
 */
export async function interleave<E extends { readonly name: string }, M extends Measured>(
  bench: Bench,
  entries: readonly E[],
  measure: (entry: E, round: number) => Promise<M>,
): Promise<(figure: keyof M) => (entry: E) => Figures> {
  const measured = new Map<E, { value: M; use: CpuUse }[]>(entries.map((entry) => [entry, []]))
  for (let round = 0; round < bench.rounds; round++) {
    for (const [entry, rounds] of measured) {
      const one = await bench.quiet.measure(() => measure(entry, round))
      rounds.push(one)
      bench.log(`  ${round + 1}  ${entry.name.padEnd(32)} ${show(one.value)}`)
    }
  }
  return (figure) => (entry) => ({
    name: entry.name,
    rounds: measured.get(entry)!.map(({ value, use }) => ({ value: value[figure]!, ...use })),
  })
}

function show(measured: Measured): string {
  return Object.entries(measured)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(', ')
}
