import pg from 'pg'
import { endClient } from './end-client.ts'

export const channels = ['pawl_line', 'pawl_cancel', 'pawl_source'] as const
export type Channel = (typeof channels)[number]

export type Listening = {
  /** Resolves when the connection has ended, with its error if there was one. */
  readonly ended: Promise<unknown>
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
  let prove = (_: boolean) => {}
  const proven = new Promise<boolean>((resolve) => {
    prove = resolve
  })
  client.on('notification', ({ channel, payload }) => {
    if (channel === proof) prove(true)
    else onNotification(channel as Channel, payload ?? '')
  })
  for (const channel of [...channels, proof]) await client.query(`listen ${channel}`)
  await client.query('select pg_notify($1, $2)', [proof, ''])
  // from here on: PostgreSQL sends it before the answer, however long a busy machine took until then
  const timer = setTimeout(() => prove(false), proveWithinMs)
  const heard = await proven
  clearTimeout(timer)
  if (heard) return { ended, close: () => endClient(client) }
  await endClient(client)
  return undefined
}
