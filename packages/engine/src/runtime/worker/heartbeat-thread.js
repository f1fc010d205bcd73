// Plain JavaScript: a thread starts from this very file, in the sources as in the package, with no compiler in between.
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

/**
 * Sends the heartbeats of a worker from a thread of its own, so that a blocked event loop is reported as blocked and not taken
 * for dead. The main thread counts up `ticks`; when it stops doing so, it is blocked.
 *
 * @typedef {{ url: string, workerId: string, beat: string, everyMs: number, blockedLimitMs: number, ticks: SharedArrayBuffer }} Data
 * @typedef {{ leases: string[], running: string, pools: string | null, counts: string | null }} State
 */
const { url, workerId, beat, everyMs, blockedLimitMs, ticks } = /** @type {Data} */ (workerData)
const goodbyeMs = 1_000
const main = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const count = new Int32Array(ticks)

/** @type {State} */
let state = { leases: [], running: '{}', pools: null, counts: null }
/** @type {Promise<pg.Client> | undefined} */
let client
let sending = false
let wanted = false
let lastTick = -1
let tickSeenAt = performance.now()

main.on('message', (/** @type {State | 'now' | 'stop'} */ message) => {
  if (message === 'stop') return void stop()
  if (message === 'now') return void send()
  state = message
})

function blockedMs() {
  const tick = Atomics.load(count, 0)
  if (tick !== lastTick) {
    lastTick = tick
    tickSeenAt = performance.now()
  }
  return Math.round(performance.now() - tickSeenAt)
}

/** Heartbeats that come while it is still connecting share one connection. */
function connected() {
  if (client !== undefined) return client
  const fresh = new pg.Client({ connectionString: url, application_name: 'pawl heartbeat', keepAlive: true })
  const connecting = fresh.connect().then(() => fresh)
  const forget = () => {
    if (client === connecting) client = undefined
  }
  fresh.on('error', forget)
  fresh.on('end', forget)
  connecting.catch(forget)
  client = connecting
  return connecting
}

/** One at a time: while PostgreSQL does not answer, nothing piles up, and what was asked for meanwhile is one beat. */
async function send() {
  wanted = true
  if (sending) return
  sending = true
  while (wanted) {
    wanted = false
    await sendOnce()
  }
  sending = false
}

async function sendOnce() {
  const blocked = blockedMs()
  // given up: from here on the others must see silence
  if (blocked > blockedLimitMs) return
  try {
    const { rowCount } = await (await connected()).query(beat, [
      workerId,
      state.leases,
      state.running,
      blocked,
      state.pools,
      state.counts,
    ])
    main.postMessage(rowCount === 1 ? { kind: 'beat' } : { kind: 'lost' })
  } catch (error) {
    main.postMessage({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
  }
}

const timer = setInterval(send, everyMs)

async function stop() {
  clearInterval(timer)
  // a PostgreSQL that is frozen takes no goodbye
  setTimeout(() => process.exit(), goodbyeMs)
  await client?.then((open) => open.end()).catch(() => {})
  process.exit()
}
