import type { Logger } from 'pawl'
import { countDeath, restartDelay } from './restart-delay.ts'
import { howItEnded, SupervisedProcess } from './supervised-process.ts'

export type StopLimits = { readonly finish: number; readonly handBack: number }

export type WorkerProcessesOptions = {
  readonly count: number
  /** Arguments of `pawl` for each of them. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** How long they may take to finish what they run, and to hand it back; one that takes longer is killed. */
  readonly withinMs: StopLimits
  readonly logger: Logger
  /** What they write, line by line, with the number of the worker. */
  readonly onLine: (worker: number, line: string) => void
}

/** Processes that work. One that dies is started again, after a wait that grows while it keeps dying. */
export class WorkerProcesses {
  readonly #options: WorkerProcessesOptions
  readonly #running = new Map<number, SupervisedProcess>()
  readonly #keepers: Promise<void>[] = []
  readonly #stopping = new AbortController()

  constructor(options: WorkerProcessesOptions) {
    this.#options = options
  }

  start(): void {
    for (let number = 1; number <= this.#options.count; number++) this.#keepers.push(this.#keep(number))
  }

  get pids(): readonly number[] {
    return [...this.#running.values()].map(({ pid }) => pid)
  }

  /** Lets them finish what they run. Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const running of this.#running.values()) running.stop(this.#options.withinMs.finish)
    await Promise.all(this.#keepers)
  }

  /** Lets them hand back what they run. */
  async stopNow(): Promise<void> {
    this.#stopping.abort()
    for (const running of this.#running.values()) running.stopNow(this.#options.withinMs.handBack)
    await Promise.all(this.#keepers)
  }

  async #keep(number: number): Promise<void> {
    const { args, env, logger, onLine } = this.#options
    const { signal } = this.#stopping
    for (let deaths = 0; !signal.aborted; ) {
      const startedAt = performance.now()
      const child = new SupervisedProcess({ args, env, onLine: (line) => onLine(number, line) })
      this.#running.set(number, child)
      logger.info({ worker: number, pid: child.pid }, 'worker started')
      const ended = await child.ended
      this.#running.delete(number)
      if (signal.aborted) return
      deaths = countDeath(deaths, performance.now() - startedAt)
      const restartMs = restartDelay(deaths)
      logger.error({ worker: number, pid: child.pid, restartMs }, `worker ${howItEnded(ended)}; it is started again`)
      await pause(restartMs, signal)
    }
  }
}

/** Cut short when there is nothing more to wait for. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
