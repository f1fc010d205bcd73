import { setTimeout as pause } from 'node:timers/promises'
import type { Figures } from '../figures/judge.ts'
import { quantile } from '../figures/median.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import { allHandled } from './all-handled.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import type { Entry } from './entry.ts'
import { exactlyOnce } from './exactly-once.ts'
import { interleave } from './interleave.ts'

export type LatencyOptions = {
  /** Before the first turn. */
  readonly warmUp: Pace
  readonly turn: Pace
}

type Pace = { readonly count: number; readonly everyMs: number }

type Player = {
  readonly name: string
  readonly database: BenchDatabase
  readonly sender: ContenderProcess
  readonly worker: ContenderProcess
  jobs: number
}

/** More than all turns take, repeated ones among them. */
const mostJobs = 50_000
/** The first jobs of a turn find everything cold. */
const unmeasured = 10
const idleMs = 300

/**
 * Enqueues one job at a time in one process, for a worker in another that has nothing else to do. All contenders stay open and
 * take turns: a worker waits for work for hours, not for the seconds in which its code has not been compiled.
 */
export async function latencyInTurns(
  bench: Bench,
  entries: readonly Entry[],
  { warmUp, turn }: LatencyOptions,
): Promise<(figure: 'p50' | 'p99') => (entry: Entry) => Figures> {
  const players = new Map<Entry, Player>()
  try {
    for (const entry of entries) {
      const player = await open(bench, entry)
      players.set(entry, player)
      await player.sender.order({ kind: 'install' })
      await player.worker.order({ kind: 'work', jobs: mostJobs, work: { kind: 'no-op' } })
      await waits(player, warmUp)
    }
    return await interleave(bench, entries, async (entry) => {
      const times = (await waits(players.get(entry)!, turn)).slice(unmeasured)
      return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
    })
  } finally {
    for (const { sender, worker, database } of players.values()) {
      await Promise.all([sender.end(), worker.end()])
      await database.drop()
    }
  }
}

async function open(bench: Bench, entry: Entry): Promise<Player> {
  const database = await bench.database(entry)
  const [sender, worker] = [bench.start(entry, database.url), bench.start(entry, database.url)]
  return { name: entry.name, database, sender, worker, jobs: 0 }
}

/** How long each job of a turn waited, in ms. */
async function waits(player: Player, { count, everyMs }: Pace): Promise<number[]> {
  const { sender, worker, jobs: first } = player
  player.jobs += count
  const handled = allHandled([worker], player.jobs)
  await pause(idleMs)
  const { sentAt } = await sender.order({ kind: 'pace', first, count, everyMs })
  await handled
  const { runs, startedAt } = await worker.order({ kind: 'settle' })
  exactlyOnce(player.name, player.jobs, [runs])
  const bytes = Buffer.from(startedAt, 'base64')
  return sentAt.map((at, i) => bytes.readDoubleLE((first + i) * 8) - at)
}
