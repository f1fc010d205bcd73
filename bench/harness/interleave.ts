import type { Figures } from '../figures/judge.ts'
import type { Bench } from './bench.ts'
import type { CpuUse } from './cpu-use.ts'

/** What one measurement gives: figures by name. */
export type Measured = Readonly<Record<string, number>>

/**
 * Measures all entries in turn, round after round: A, B, C, A, B, C. What disturbs the machine for a while then disturbs them
 * alike. Returns what gives one figure of an entry in all rounds.
 *
 * With a `rate`, peers that reached less than half of the best peer's in the first round are left out of the others: they are
 * not the ones that the first entry is compared with, and the slowest take the most time.
 */
export async function interleave<E extends { readonly name: string }, M extends Measured>(
  bench: Bench,
  entries: readonly E[],
  measure: (entry: E, round: number) => Promise<M>,
  rate?: keyof M,
): Promise<(figure: keyof M) => (entry: E) => Figures> {
  const measured = new Map<E, { value: M; use: CpuUse }[]>(entries.map((entry) => [entry, []]))
  let left = entries
  for (let round = 0; round < bench.rounds; round++) {
    for (const entry of left) {
      const rounds = measured.get(entry)!
      const one = await bench.quiet.measure(() => measure(entry, round))
      rounds.push(one)
      bench.log(`  ${round + 1}  ${entry.name.padEnd(32)} ${show(one.value)}`)
    }
    if (round === 0 && rate !== undefined) left = comparable(entries, (entry) => measured.get(entry)![0]!.value[rate]!)
  }
  return (figure) => (entry) => ({
    name: entry.name,
    rounds: measured.get(entry)!.map(({ value, use }) => ({ value: value[figure]!, ...use })),
  })
}

function comparable<E>([first, ...peers]: readonly E[], rateOf: (entry: E) => number): E[] {
  const best = Math.max(...peers.map(rateOf))
  return [first!, ...peers.filter((peer) => rateOf(peer) >= best / 2)]
}

function show(measured: Measured): string {
  return Object.entries(measured)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(', ')
}
