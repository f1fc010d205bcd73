import type { Figures } from '../figures/judge.ts'
import type { Backlog } from './backlog.ts'
import type { Bench } from './bench.ts'
import { interleave } from './interleave.ts'

/** A sample takes a few tenths of a second, in which a machine wavers by a fifth: many are taken. */
const turnsOfARound = 6
/** Some for each process that takes samples. */
const warmUps = 9
/** A worker runs some of what it had claimed ahead after its sample; and some samples are disturbed, and taken again. */
const spare = 4

/** For how many samples each backlog has to have jobs in line. */
export function samplesInTurns({ quick, rounds }: Bench): number {
  return quick ? 2 + spare : turnsOfARound * rounds * 1.5 + warmUps + spare
}

/** Samples backlogs in turn, one sample each, when each had some for warming up. */
export async function backlogsInTurns(
  bench: Bench,
  backlogs: readonly Backlog[],
  sample: (backlog: Backlog) => Promise<{ jobsPerSecond: number }>,
): Promise<(backlog: Backlog) => Figures> {
  for (let i = 0; i < (bench.quick ? 1 : warmUps); i++) for (const backlog of backlogs) await sample(backlog)
  const rounds = bench.quick ? 1 : turnsOfARound * bench.rounds
  return (await interleave({ ...bench, rounds }, backlogs, sample))('jobsPerSecond')
}
