import pg from 'pg'
import { hangUp } from './end-client.ts'

/** A connection for a cancel request that does not end by then is cut: PostgreSQL is frozen or away. */
const limitMs = 2_000

// undeclared: what every client of `pg` has
type Session = {
  readonly host: string
  readonly port: number
  readonly ssl: unknown
  readonly processID: number | null
  readonly secretKey: unknown
  readonly connection: {
    connect(port: number | string, host?: string): void
    requestSsl(): void
    cancel(processID: number, secretKey: unknown): void
    on(event: string, listener: () => void): void
  }
}

/**
 * Asks PostgreSQL to cancel what a session is running, on a connection of its own, as the protocol has it: through a pooler the
 * session's process is not the one that its client knows. Resolves when PostgreSQL has taken the request, or cannot be reached.
 * False: the request may still arrive, and would cancel a later statement of the session.
 */
export async function cancelQuery(url: string, client: pg.Client): Promise<boolean> {
  const { processID, secretKey } = client as unknown as Session
  if (processID === null) return true
  const canceller = new pg.Client({ connectionString: url })
  const { host, port, ssl, connection } = canceller as unknown as Session
  let isSent = false
  const send = () => {
    isSent = true
    connection.cancel(processID, secretKey)
  }
  let timer: NodeJS.Timeout | undefined
  const isOver = await new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(!isSent), limitMs)
    connection.on('connect', () => (ssl ? connection.requestSsl() : send()))
    connection.on('sslconnect', send)
    connection.on('error', () => resolve(!isSent))
    connection.on('end', () => resolve(true))
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
  clearTimeout(timer)
  hangUp(canceller)
  return isOver
}
