// Plain JavaScript: a thread starts from this very file, in the sources as in the package, with no compiler in between.
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

/**
 * Sends the heartbeats of all workers of a process from a thread of its own, so that a blocked event loop is reported as blocked
 * and not taken for dead. The main thread counts up `ticks`; when it stops doing so, it is blocked.
 *
 * @typedef {{ beat: string, ticks: SharedArrayBuffer }} Data
 * @typedef {{ url: string, everyMs: number, blockedLimitMs: number }} Manner
 * @typedef {{ leases: string[], running: string, pools: string | null, counts: string | null }} State
 * @typedef {{ kind: 'begin', manner: Manner } | { kind: 'state', state: State } | { kind: 'now' } | { kind: 'stop' }} Order
 */
const { beat, ticks } = /** @type {Data} */ (workerData)
const goodbyeMs = 1_000
const main = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const count = new Int32Array(ticks)
let lastTick = -1
let tickSeenAt = performance.now()

function blockedMs() {
  const tick = Atomics.load(count, 0)
  if (tick !== lastTick) seeTick(tick)
  return Math.round(performance.now() - tickSeenAt)
}

/** @param {number} tick */
function seeTick(tick) {
  lastTick = tick
  tickSeenAt = performance.now()
}

/** The heartbeat of one worker, with a connection of its own. */
class Heart {
  #worker
  #manner
  #timer
  /** @type {State} */
  #state = { leases: [], running: '{}', pools: null, counts: null }
  /** @type {pg.Client | undefined} */
  #client
  /** @type {Promise<pg.Client> | undefined} */
  #connecting
  #sending = false
  #wanted = false
  #stopped = false

  /**
   * @param {string} worker
   * @param {Manner} manner
   */
  constructor(worker, manner) {
    this.#worker = worker
    this.#manner = manner
    this.#timer = setInterval(() => this.send(), manner.everyMs)
  }

  /** @param {State} state */
  is(state) {
    this.#state = state
  }

  /** One at a time: while PostgreSQL does not answer, nothing piles up, and what was asked for meanwhile is one beat. */
  async send() {
    this.#wanted = true
    if (this.#sending) return
    this.#sending = true
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false
      await this.#sendOnce()
    }
    this.#sending = false
  }

  async stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    // a PostgreSQL that is frozen takes no goodbye
    const hangUp = setTimeout(() => /** @type {any} */ (this.#client)?.connection.stream.destroy(), goodbyeMs)
    await this.#client?.end().catch(() => {})
    clearTimeout(hangUp)
    this.#tell({ kind: 'stopped' })
  }

  async #sendOnce() {
    const blocked = blockedMs()
    // given up: from here on the others must see silence
    if (blocked > this.#manner.blockedLimitMs) return
    try {
      const { leases, running, pools, counts } = this.#state
      const client = await this.#connected()
      const { rowCount } = await client.query(beat, [this.#worker, leases, running, blocked, pools, counts])
      this.#tell(rowCount === 1 ? { kind: 'beat' } : { kind: 'lost' })
    } catch (error) {
      this.#tell({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
    }
  }

  /** Heartbeats that come while it is still connecting share one connection. */
  #connected() {
    if (this.#connecting !== undefined) return this.#connecting
    const { url } = this.#manner
    const client = new pg.Client({ connectionString: url, application_name: 'pawl heartbeat', keepAlive: true })
    const forget = () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#connecting = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    this.#client = client
    this.#connecting = client.connect().then(() => client)
    this.#connecting.catch(forget)
    return this.#connecting
  }

  /** @param {{ kind: string, message?: string }} message */
  #tell(message) {
    main.postMessage({ worker: this.#worker, ...message })
  }
}

/** @type {Map<string, Heart>} */
const hearts = new Map()

main.on('message', (/** @type {Order & { worker: string }} */ order) => {
  const heart = hearts.get(order.worker)
  switch (order.kind) {
    case 'begin':
      // what tells of a new worker is not blocked, however long nobody has counted
      seeTick(Atomics.load(count, 0))
      hearts.set(order.worker, new Heart(order.worker, order.manner))
      break
    case 'state':
      heart?.is(order.state)
      break
    case 'now':
      void heart?.send()
      break
    case 'stop':
      hearts.delete(order.worker)
      void heart?.stop()
  }
})
