import type { EnqueueOrder } from '../contenders/orders.ts'
import { joinTurns } from '../figures/join-turns.ts'
import type { Figures } from '../figures/judge.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import type { Bench } from './bench.ts'
import { checkEnqueued } from './check-enqueued.ts'
import type { ContenderProcess } from './contender-process.ts'
import { enqueue } from './enqueue.ts'
import type { Entry } from './entry.ts'
import { interleave } from './interleave.ts'

export type Turns = Pick<EnqueueOrder, 'batch' | 'inFlight'> & {
  readonly warmUpMs: number
  readonly forMs: number
  /** So many make a round. */
  readonly turns: number
}

type Player = {
  readonly database: BenchDatabase
  readonly contender: ContenderProcess
  jobs: number
}

/**
 * Enqueues by turns that are shorter than what comes and goes on a machine: a figure that hangs on the disk wavers by a third
 * from one second to the next. What a round gives is the mean of its turns. All contenders stay open meanwhile, and those whose turn it is not do nothing. That what each accepts
 * runs is shown beforehand, in a database of its own: to run all that comes together by turns would take some of them minutes.
 * Where there is only a little of it, that is what is run.
 */
export async function enqueueInTurns(
  bench: Bench,
  entries: readonly Entry[],
  { batch, inFlight, warmUpMs, forMs, turns }: Turns,
): Promise<(entry: Entry) => Figures> {
  const players = new Map<Entry, Player>()
  const order = async (player: Player, ms: number) => {
    const answer = await player.contender.order({ kind: 'enqueue', batch, inFlight, first: player.jobs, forMs: ms })
    player.jobs = answer.jobs
    return { jobsPerSecond: (answer.counted / answer.ms) * 1000 }
  }
  try {
    for (const entry of entries) {
      if (!bench.quick) await enqueue(bench, entry, { batch, inFlight, forMs, check: true })
      const database = await bench.database(entry)
      const player = { database, contender: bench.start(entry, database.url), jobs: 0 }
      players.set(entry, player)
      await player.contender.order({ kind: 'install' })
      await order(player, warmUpMs)
    }
    const all = { ...bench, rounds: bench.rounds * turns }
    const rounds = await interleave(all, entries, (entry) => order(players.get(entry)!, forMs))
    if (bench.quick) {
      for (const [entry, { contender, database, jobs }] of players)
        await checkEnqueued(entry, contender, database, jobs)
    }
    return (entry) => joinTurns(rounds('jobsPerSecond')(entry), turns)
  } finally {
    for (const { contender, database } of players.values()) {
      await contender.end()
      await database.drop()
    }
  }
}
