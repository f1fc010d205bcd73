import { type FromWorker, WorkerProcess } from './worker-process.ts'

export type WorkerFleetOptions = {
  readonly script: string
  readonly size: number
  /** What the script is told, as its only argument. */
  readonly argument: (name: string) => object
  readonly onMessage?: (worker: WorkerProcess, message: FromWorker) => void
}

/** Workers that end one after the other will not get better by starting more. */
const tooMany = 10

/** Worker processes that are killed and replaced, stopped and continued; and what they told. */
export class WorkerFleet {
  readonly #options: WorkerFleetOptions
  readonly #all: WorkerProcess[] = []
  /** Names of workers that another one has given up. */
  readonly #givenUp = new Set<string>()
  #closed = false
  /** Jobs that were taken back from a silent worker, as far as the one who did so lived to tell. */
  reclaimed = 0
  /** Commits that were refused because the lease was lost, as far as their workers lived to tell. */
  refused = 0
  /** Workers that ended although nobody killed them. */
  ended = 0

  constructor(options: WorkerFleetOptions) {
    this.#options = options
  }

  start(): void {
    for (let i = 0; i < this.#options.size; i++) this.#add()
  }

  /** The workers that take jobs just now. */
  get working(): readonly WorkerProcess[] {
    return this.#all.filter((worker) => worker.works)
  }

  /** Nobody is still on its way to its first job. */
  get allStarted(): boolean {
    return this.#all.every((worker) => worker.hasStarted || worker.hasExited)
  }

  isGivenUp(worker: WorkerProcess): boolean {
    return this.#givenUp.has(worker.name)
  }

  stop(worker: WorkerProcess): void {
    this.#givenUp.delete(worker.name)
    worker.pause()
  }

  /** Kills one with -9 and starts another in its place. */
  async replace(worker: WorkerProcess): Promise<void> {
    await worker.kill()
    this.#add()
  }

  /** Stops all in good order. */
  async end(): Promise<void> {
    await Promise.all(this.#all.filter(({ hasExited }) => !hasExited).map((worker) => worker.end()))
  }

  /** Whatever still runs, stopped or not, is gone after this. */
  async killAll(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#all.filter(({ hasExited }) => !hasExited).map((worker) => worker.kill()))
  }

  #add(): void {
    if (this.#closed) return
    const { script, argument, onMessage } = this.#options
    const name = `worker-${this.#all.length + 1}`
    const worker: WorkerProcess = new WorkerProcess(name, script, argument(name), (message) => {
      this.#hear(message)
      onMessage?.(worker, message)
    })
    this.#all.push(worker)
    worker.exited.then(() => {
      if (worker.expectedToEnd) return
      this.ended++
      if (this.ended < tooMany) this.#add()
    })
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'lost' && !message.self) this.#givenUp.add(message.worker)
    if (message.kind === 'reclaim') this.reclaimed++
    if (message.kind === 'refused') this.refused++
  }
}
