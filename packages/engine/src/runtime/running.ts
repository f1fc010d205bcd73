import { PawlError } from '../errors.ts'
import type { ErrorClassifier } from '../job/classify-error.ts'
import type { Tracing } from '../job/tracing.ts'
import type { Connections } from '../postgres/connections.ts'
import { lineUpDue } from '../postgres/line-up.ts'
import type { Channel } from '../postgres/listener.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Enqueuer } from './enqueuer.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'
import { LineUp } from './line-up.ts'
import { Listener } from './listener.ts'
import type { Partitions } from './partitions.ts'
import type { PipelineParts } from './pipelines/pipeline-parts.ts'
import { Reclaimer } from './reclaimer.ts'
import type { Registry } from './registry.ts'
import type { RetentionSettings } from './retention-options.ts'
import type { ScheduleParts } from './schedule-parts.ts'
import { Scheduler } from './scheduler.ts'
import { Service, type ServiceView } from './service.ts'
import { SilenceWatch } from './silence-watch.ts'
import type { SourceParts } from './sources/source-parts.ts'
import { Upkeep } from './upkeep.ts'
import { WaitingRoom } from './waiting-room.ts'
import { Worker } from './worker/worker.ts'
import type { WorkerSettings } from './worker/worker-options.ts'

export type RunningParts = {
  readonly url: string
  readonly pooler: boolean
  readonly connections: Connections
  readonly registry: Registry
  readonly settings: WorkerSettings
  readonly events: Events
  readonly lanes: LaneBook
  readonly enqueuer: Enqueuer
  readonly classify: ErrorClassifier | undefined
  readonly tracing: Tracing | undefined
  readonly fenced: boolean
  readonly schedules: ScheduleParts
  readonly sources: SourceParts
  readonly pipelines: PipelineParts
  readonly partitions: Partitions
  readonly retention: RetentionSettings
  /** An attempt of this job was settled here. */
  readonly onSettled: (jobPosition: number) => void
}

/** All that runs in a process that works: its worker, and the services that keep the ledger going. */
export class Running {
  readonly #worker: Worker
  readonly #sources: SourceParts
  readonly #pipelines: PipelineParts
  readonly #runner: Runner
  readonly #liningUp: Service
  readonly #watching: Service
  readonly #reclaiming: Service
  readonly #room: WaitingRoom
  readonly #waiting: Service
  readonly #scheduler: Scheduler
  readonly #scheduling: Service
  readonly #upkeep: Upkeep
  readonly #listener: Listener | undefined
  readonly #listening: Service | undefined
  #endGrace: () => void = () => {}
  #stopping: Promise<void> | undefined

  constructor(parts: RunningParts) {
    const { url, events, lanes, settings, connections, registry } = parts
    this.#runner = connections.general
    this.#sources = parts.sources
    this.#pipelines = parts.pipelines
    const { claims, settles, general, repairs, commits } = connections
    this.#worker = new Worker({
      ...parts,
      prepare: !parts.pooler,
      claims,
      settles,
      runner: general,
      commits,
      definitions: registry.definitions,
      queues: registry.queues,
      onLater: (delayMs) => this.later(delayMs),
      hears: (worker) => this.#listener?.hears(worker) === true,
      onRegistered: () => void this.#listener?.renew(),
    })
    const lineUp = new LineUp(general, events)
    const { silenceMs } = settings
    const reclaimer = new Reclaimer({ runner: repairs, reader: general, lanes, events, everyMs: silenceMs / 5 })
    const onLost = () => this.#reclaiming.wake()
    const watch = new SilenceWatch({ runner: general, events, silenceMs, onLost })
    this.#liningUp = new Service('line-up', events, () => lineUp.runOnce())
    this.#room = new WaitingRoom(general, events, () => this.#liningUp.wake())
    this.#waiting = new Service('waiting-room', events, () => this.#room.runOnce())
    this.#watching = new Service('silence-watch', events, () => watch.runOnce())
    this.#reclaiming = new Service('reclaimer', events, () => reclaimer.runOnce())
    const onNext = (delayMs: number) => this.#scheduling.wakeWithin(delayMs)
    this.#scheduler = new Scheduler({ ...parts.schedules, maxWaitMs: settings.pollMs, onNext })
    this.#scheduling = new Service('scheduler', events, () => this.#scheduler.runOnce())
    this.#upkeep = new Upkeep(parts)
    if (parts.pooler) return
    const told: Record<Channel, (payload: string) => void> = {
      pawl_line: (payload) => this.#worker.wake(payload),
      pawl_cancel: (payload) => this.#worker.cancelled(payload),
      pawl_source: (payload) => this.#worker.sourceChanged(payload),
      pawl_worker: (payload) => this.#worker.handed(payload),
    }
    const onNotification = (channel: Channel, payload: string) => told[channel](payload)
    const onReady = () => {
      // PostgreSQL answers again
      for (const service of this.#services) service.retry()
      this.#worker.retry()
      this.#worker.wake('*')
    }
    this.#listener = new Listener(url, events, onNotification, onReady, () => this.#worker.registered)
    this.#listening = new Service('listener', events, () => this.#listener!.runOnce())
  }

  get slots() {
    return this.#worker.slots
  }

  get #services(): readonly Service[] {
    return [this.#liningUp, this.#watching, this.#reclaiming, this.#waiting, this.#scheduling]
  }

  /** Those whose rounds are short: a listener's lasts as long as its connection. */
  get services(): readonly ServiceView[] {
    return [...this.#worker.services, ...this.#services].map(({ view }) => view)
  }

  async start(): Promise<void> {
    await this.#sources.start()
    await this.#pipelines.start()
    await this.#worker.start()
    if (this.#stopping !== undefined) throw new PawlError('stopped', 'this Pawl was stopped before it had started')
    this.#listening?.start()
    this.#liningUp.start()
    this.#watching.start()
    this.#reclaiming.start()
    this.#waiting.start()
    this.#scheduling.start()
    this.#upkeep.start()
  }

  /** Something of ours is due in so many ms: no need to find it by looking. */
  later(delayMs: number): void {
    this.#liningUp.wakeWithin(delayMs)
  }

  doubtLeases(): void {
    this.#worker.doubtLeases()
  }

  async untilEmpty(): Promise<void> {
    await this.#scheduler.runOnce()
    await this.#scheduler.idle()
    for (;;) {
      await this.#worker.quiet()
      this.#refuseWhenUnable()
      const since = performance.now()
      const moved = (await this.#room.letGo()) + (await lineUpDue(this.#runner))
      // what ran in between may have left retries or follow-ups that nobody has looked for yet
      if (!(await this.#worker.isIdle(since)) || moved > 0) continue
      this.#refuseWhenUnable()
      return
    }
  }

  #refuseWhenUnable(): void {
    // from the first moment on: what is left depends on how far it came meanwhile
    if (this.#stopping !== undefined)
      throw new PawlError('stopped', 'this Pawl was stopped before the line was empty: jobs may be left')
    if (this.#worker.unable !== undefined) throw this.#worker.unable
  }

  /** Called again while stopping, it ends the grace period. */
  stop(graceMs: number): Promise<void> {
    if (this.#stopping !== undefined) {
      if (graceMs === 0) this.#endGrace()
      return this.#stopping
    }
    const grace = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs)
      this.#endGrace = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#stopping = this.#stop(grace).finally(() => this.#endGrace())
    return this.#stopping
  }

  async #stop(grace: Promise<void>): Promise<void> {
    try {
      await this.#listener?.close()
      await this.#listening?.stop()
      await this.#scheduling.stop()
      await this.#upkeep.stop()
      await Promise.race([grace, this.#scheduler.stop()])
      await this.#worker.stop(grace)
    } finally {
      // whatever went wrong: a loop that goes on would keep the process alive for ever
      await Promise.all([...this.#services, this.#upkeep].map((service) => service.stop()))
    }
  }
}
