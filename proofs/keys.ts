import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPawl } from 'pawl'
import type { Log, Proof } from './proof.ts'
import { countKeys, type KeyCounts } from './support/key-book.ts'
import { keyJobs } from './support/key-jobs.ts'
import type { KeyProcessArguments } from './support/key-process.ts'
import { ProofServer } from './support/proof-server.ts'
import { until } from './support/until.ts'
import { WorkerFleet } from './support/worker-fleet.ts'

const producers = 8
const keys = 10_000
const killsOfProducers = 12
const killsOfWorkers = 6
const modes = Object.keys(keyJobs).length

export const keysProof: Proof = {
  name: 'keys',
  sentence: 'However many processes race for a key, and whoever of them is killed, there is one job for it.',
  async run(log, signal) {
    const server = await ProofServer.start()
    try {
      const pawl = createPawl({ url: server.url, jobs: Object.values(keyJobs) })
      await pawl.migrate()
      await pawl.stop()
      const raced = await race(server.url, log, signal)
      const drained = await drain(server.url, log, signal)
      const { jobs, duplicates } = raced
      const counts = {
        keys: raced.keys,
        jobs,
        duplicates,
        strayKeys: raced.strayKeys + drained.strayKeys,
        kills: raced.kills + drained.kills,
      }
      return { counts, broken: faults(raced, drained) }
    } finally {
      await server.close()
    }
  },
}

/** Producers race for all keys while they are killed and replaced; nobody runs the jobs yet, so each key is made once. */
async function race(url: string, log: Log, signal: AbortSignal): Promise<KeyCounts & { kills: number }> {
  const through = new Set<string>()
  const fleet = makeFleet('producer', producers, url, (name) => through.add(name))
  fleet.start()
  log(`${producers} processes race to enqueue ${keys} keys in each of ${modes} modes`)
  let kills = 0
  try {
    await until(() => fleet.allStarted, { signal, withinMs: 60_000 })
    while (through.size < producers) {
      await pause(kills < killsOfProducers ? 500 + Math.random() * 1_000 : 200, undefined, { signal })
      const victims = fleet.working.filter(({ name }) => !through.has(name))
      const victim = victims[Math.floor(Math.random() * victims.length)]
      if (victim === undefined || kills >= killsOfProducers) continue
      await fleet.replace(victim)
      log(`killed ${victim.name} with -9 and started another`)
      kills++
    }
    return { ...(await countKeys(url)), kills }
  } finally {
    await fleet.killAll()
  }
}

/** Workers run the jobs while they are killed and replaced: each live key is released by the outcome that ends its job. */
async function drain(url: string, log: Log, signal: AbortSignal): Promise<KeyCounts & { kills: number }> {
  const fleet = makeFleet('worker', 2, url)
  fleet.start()
  log('two workers run the jobs')
  let kills = 0
  try {
    await until(() => fleet.working.length > 0, { signal, withinMs: 60_000 })
    for (;;) {
      const counts = await countKeys(url)
      if (counts.unfinished === 0) return { ...counts, kills }
      const [victim] = fleet.working
      if (victim !== undefined && kills < killsOfWorkers) {
        await fleet.replace(victim)
        log(`killed ${victim.name} with -9 and started another; ${counts.unfinished} jobs are left`)
        kills++
      }
      await pause(200, undefined, { signal })
    }
  } finally {
    await fleet.killAll()
  }
}

function makeFleet(
  role: 'producer' | 'worker',
  size: number,
  url: string,
  onDone = (_name: string) => {},
): WorkerFleet {
  return new WorkerFleet({
    script: fileURLToPath(new URL('support/key-process.ts', import.meta.url)),
    size,
    argument: (name): KeyProcessArguments => ({ url, name: `${role}-${name}`, role, keys }),
    onMessage: (worker, message) => {
      if (message.kind === 'done') onDone(worker.name)
    },
  })
}

function faults(raced: KeyCounts & { kills: number }, drained: KeyCounts & { kills: number }): string[] {
  const expected: readonly (readonly [holds: boolean, what: string])[] = [
    [raced.keys === keys * modes, `${raced.keys} keys were enqueued instead of ${keys * modes}`],
    [raced.duplicates === 0, `${raced.duplicates} jobs were made beside the first of their key`],
    [raced.strayKeys + drained.strayKeys === 0, `${raced.strayKeys + drained.strayKeys} keys are held by nobody`],
    [(drained.held.live ?? 0) === 0, `${drained.held.live} live keys are held although all jobs have ended`],
    [drained.held.window === keys, `${drained.held.window} windows stand instead of ${keys}`],
    [drained.held.forever === keys, `${drained.held.forever} keys for ever stand instead of ${keys}`],
    [raced.kills >= killsOfProducers / 2, `not put to the test: only ${raced.kills} producers were killed`],
    [drained.kills > 0, 'not put to the test: no worker was killed'],
  ]
  return expected.filter(([holds]) => !holds).map(([, what]) => what)
}
