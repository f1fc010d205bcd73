import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPawl, type Pawl } from 'pawl'
import type { Log } from '../proof.ts'
import { ProofServer } from './proof-server.ts'
import { type DueTally, type TickRange, type TickTally, tallyDue, tallyTicks } from './tally-ticks.ts'
import { TickBook } from './tick-book.ts'
import { dueRows, intervalMs, tickSchedules } from './tick-schedules.ts'
import type { TickWorkerArguments } from './tick-worker.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type TicksResult = TickTally & {
  readonly due: DueTally
  readonly kills: number
  /** Ticks that one process had begun to fire when it was killed, and another one fired. */
  readonly takenOver: number
  readonly workersEnded: number
}

const workers = 3
const kills = 30
const patienceMs = 60_000
/** Ticks every so often, told apart by their schedule. */
const everyMs: Readonly<Record<string, number>> = { interval: intervalMs, cron: 1_000 }

/** Lets several processes fire schedules fast, and kills with -9 whoever is just firing. */
export async function ticksUnderKills(log: Log, signal: AbortSignal): Promise<TicksResult> {
  log('starting a PostgreSQL of my own')
  const server = await ProofServer.start()
  const { url } = server
  const { jobs, schedules } = tickSchedules('nobody')
  const pawl = createPawl({ url, jobs, schedules })
  const book = new TickBook(url)
  /** Who was killed while it fired this tick. */
  const victims = new Map<string, string>()
  let wanted = false
  let killed = 0
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./tick-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): TickWorkerArguments => ({ url, name }),
    onMessage(worker, message) {
      if (message.kind !== 'firing' || !wanted || !worker.works || fleet.working.length < 2) return
      wanted = false
      killed++
      victims.set(`${message.schedule} ${message.at}`, worker.name)
      void fleet.replace(worker)
      log(`killed ${worker.name} with -9 while it fired '${message.schedule}'`)
    },
  })
  try {
    await pawl.migrate()
    await book.open(dueRows)
    const first = await firstTicks(pawl)
    log(`${workers} workers fire a tick every ${intervalMs} ms, one every second, and look for ${dueRows} rows`)
    fleet.start()
    for (let i = 1; i <= kills; i++) {
      await until(() => fleet.working.length > 1, { signal, withinMs: patienceMs })
      await pause(Math.random() * 5 * intervalMs, undefined, { signal })
      wanted = true
      if (!(await until(() => killed === i, { signal, withinMs: patienceMs }))) break
    }
    log('nobody is killed any more; waiting until a tick is fired in time')
    await until(() => book.isInTime(), { signal, withinMs: patienceMs })
    await fleet.end()
    const next = await nextTicks(pawl)
    const fired = await book.fired()
    const ranges = [...first].map(([schedule, at]): TickRange => {
      return { schedule, first: at, next: next.get(schedule)!, everyMs: everyMs[schedule]! }
    })
    const takenOver = fired.filter(({ schedule, at, by }) => {
      const victim = victims.get(`${schedule} ${at}`)
      return victim !== undefined && !by.includes(victim)
    })
    return {
      ...tallyTicks(ranges, fired),
      due: tallyDue(await book.due()),
      kills: killed,
      takenOver: takenOver.length,
      workersEnded: fleet.ended,
    }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close()])
    await server.close()
  }
}

/** Makes the rows of the schedules before any worker does, so that their first ticks are known. */
async function firstTicks(pawl: Pawl): Promise<Map<string, Date>> {
  for (const name of Object.keys(everyMs)) {
    await pawl.schedules.pause(name)
    await pawl.schedules.resume(name)
  }
  return nextTicks(pawl)
}

async function nextTicks(pawl: Pawl): Promise<Map<string, Date>> {
  const views = await pawl.schedules.list()
  return new Map(views.filter(({ name }) => name in everyMs).map(({ name, nextAt }) => [name, nextAt]))
}
