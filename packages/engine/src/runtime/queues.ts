import {
  listQueues,
  pausedQueues,
  pauseQueue,
  type QueueDepth,
  type QueueView,
  queueDepth,
  queueNames,
  resumeQueue,
} from '../postgres/queues.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'
import type { Registry } from './registry.ts'

export type QueuesParts = {
  readonly runner: Runner
  /** Runs what changes nothing. */
  readonly reader: Runner
  readonly registry: Registry
  readonly events: Events
}

/**
 * The queues of one Pawl, for all processes.
 *
 * @example
 * ```ts
 * await pawl.queues.pause('greet')
 * console.log(await pawl.queues.depth('greet'))
 * await pawl.queues.resume('greet')
 * ```
 */
export class Queues {
  readonly #runner: Runner
  readonly #reader: Runner
  readonly #registry: Registry
  readonly #events: Events

  constructor({ runner, reader, registry, events }: QueuesParts) {
    this.#runner = runner
    this.#reader = reader
    this.#registry = registry
    this.#events = events
  }

  /** Pauses a queue for all processes: nothing of it starts until it is resumed; what runs goes on. */
  async pause(queue: string): Promise<void> {
    await pauseQueue(this.#runner, await this.#check(queue))
    this.#events.emit('queue.pause', { queue })
  }

  async resume(queue: string): Promise<void> {
    await resumeQueue(this.#runner, await this.#check(queue))
    this.#events.emit('queue.resume', { queue })
  }

  /** The queues that are paused. */
  paused(): Promise<string[]> {
    return pausedQueues(this.#reader)
  }

  /** All queues that the database has heard of, in whichever process, by name. */
  list(): Promise<readonly QueueView[]> {
    return listQueues(this.#reader)
  }

  /** How many jobs of a queue wait, are scheduled and run. Exact up to ten thousand, estimated beyond. */
  async depth(queue: string): Promise<QueueDepth> {
    return queueDepth(this.#reader, await this.#check(queue))
  }

  /** A queue of this process, or one that the database knows: an operator's process need not have its code. */
  async #check(queue: string): Promise<string> {
    if (this.#registry.queues.has(queue)) return queue
    return this.#registry.checkQueue(queue, await queueNames(this.#reader))
  }
}
