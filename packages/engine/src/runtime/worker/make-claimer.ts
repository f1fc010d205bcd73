import type { Attempt } from './attempt.ts'
import { Claimer } from './claimer.ts'
import type { HeldAttempts } from './held-attempts.ts'
import { Intake } from './intake.ts'
import { KnownLanes } from './known-lanes.ts'
import type { Pool } from './pool.ts'
import { Quarantine } from './quarantine.ts'
import { Standby } from './standby.ts'
import type { WorkerParts } from './worker-parts.ts'

export type ClaimingWorker = {
  readonly workerId: () => string
  readonly pools: readonly Pool[]
  readonly held: HeldAttempts
  readonly mayStart: () => boolean
  /** Releases the attempts that wait for a slot. */
  readonly releaseBuffers: () => void
  readonly wake: () => void
  readonly handBack: (attempt: Attempt) => void
  readonly letGo: (attempt: Attempt) => void
}

/** Makes what brings jobs to a worker: it claims them, or they are handed to it. */
export function makeClaimer(parts: WorkerParts, worker: ClaimingWorker) {
  const { claims, definitions, events, prepare, runner, settings, sources } = parts
  const { workerId, pools, held, mayStart, releaseBuffers, wake, handBack, letGo } = worker
  const lanes = new KnownLanes(claims, prepare)
  const onLease = held.opened.bind(held)
  const intake = new Intake({ lanes, definitions, events, onLease, onSettledInLine: letGo })
  let last = 0
  const { pollMs, heartbeatMs } = settings
  const common = { runner: claims, lanes, pools, intake, workerId, pollMs, nextClaim: () => ++last }
  const standby = new Standby({
    ...common,
    mayStart,
    handBack,
    hears: () => parts.hears(workerId()),
    onError: (error) => events.emit('service.error', { service: 'standby', error, retryMs: 0 }),
  })
  const quarantine = new Quarantine({
    ...{ runner, workerId, pools, pollMs, heartbeatMs },
    lanes: () => claimer.suspectLanes,
    claimOne: (pool) => claimer.claimSuspect(pool),
    release: handBack,
    pause: () => {
      standby.refuse(true)
      releaseBuffers()
    },
    resume: () => standby.refuse(false),
    onWindowEnd: wake,
  })
  const claimer: Claimer = new Claimer({
    ...common,
    definitions,
    standby,
    quarantine,
    prepared: prepare,
    server: () => claims.server,
    declareSources: (names) => sources.book.declare(names),
  })
  return { intake, standby, claimer }
}
