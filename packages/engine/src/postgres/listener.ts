import pg from 'pg'
import { endClient } from './end-client.ts'

export const channels = ['pawl_line', 'pawl_cancel', 'pawl_source'] as const
/** `pawl_worker`: the one of a worker alone, on which jobs are handed to it. Its name ends with the worker's id, which is random. */
export type Channel = (typeof channels)[number] | 'pawl_worker'

export type ListeningWorker = { readonly id: string; readonly number: number }

export type Listening = {
  /** Resolves when the connection has ended, with its error if there was one. */
  readonly ended: Promise<unknown>
  /** Who enqueues can see that this worker hears. */
  readonly isSeen: () => boolean
  close(): Promise<void>
}

/**
 * Listens on a connection of its own. Behind a pooler LISTEN is accepted and nothing ever arrives, so it is proven by a
 * notification to ourselves: `undefined` means that nothing came back.
 */
export async function listen(
  url: string,
  onNotification: (channel: Channel, payload: string) => void,
  proveWithinMs: number,
  worker?: ListeningWorker,
): Promise<Listening | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'pawl listen', keepAlive: true })
  let failure: unknown
  const ended = new Promise<unknown>((resolve) => {
    client.on('error', (error) => {
      failure = error
    })
    client.on('end', () => resolve(failure))
  })
  await client.connect()
  const proof = `pawl_proof_${process.pid}_${Math.random().toString(36).slice(2)}`
  const own = worker && `pawl_worker_${worker.id}`
  let prove = (_: boolean) => {}
  const proven = new Promise<boolean>((resolve) => {
    prove = resolve
  })
  client.on('notification', ({ channel, payload }) => {
    if (channel === proof) prove(true)
    else if (channel === own) onNotification('pawl_worker', payload ?? '')
    else onNotification(channel as Channel, payload ?? '')
  })
  for (const channel of [...channels, proof]) await client.query(`listen ${channel}`)
  if (own !== undefined) await client.query(`listen "${own}"`)
  await client.query('select pg_notify($1, $2)', [proof, ''])
  // from here on: PostgreSQL sends it before the answer, however long a busy machine took until then
  const timer = setTimeout(() => prove(false), proveWithinMs)
  const heard = await proven
  clearTimeout(timer)
  if (heard)
    return { ended, isSeen: worker ? holdListenLock(client, worker) : () => false, close: () => endClient(client) }
  await endClient(client)
  return undefined
}

const lockRetryMs = 1_000

/**
 * Holds the lock that tells who enqueues that this worker listens (enqueue_handing). A connection of this worker that was cut may have it
 * for a while, and so may an enqueue that has just found it free.
 */
function holdListenLock(client: pg.Client, { number }: ListeningWorker): () => boolean {
  let held = false
  const hold = async () => {
    const text = `select pg_try_advisory_lock('pawl.worker'::regclass::oid::int, $1) as held`
    held = (await client.query(text, [number])).rows[0].held
    if (!held) setTimeout(tryHold, lockRetryMs).unref()
  }
  // a connection that has broken tells its owner
  const tryHold = () => void hold().catch(() => {})
  tryHold()
  return () => held
}
