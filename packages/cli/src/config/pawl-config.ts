import type { RoutePoolLimits, ServeOptions, ServerOptions } from '@pawl/server'
import type { PawlOptions } from 'pawl'
import type { AppEntry } from './app-entry.ts'
import type { LogLevel } from './settings.ts'

/** What `pawl.config.ts` may say. All of it can be left out. */
export type PawlConfig = {
  /** The applications of this project: what `defineApp` returned, or `{ name, load }` to load one when it is needed. */
  readonly apps?: readonly AppEntry[]
  /** Where PostgreSQL is; an embedded one in `dataDir` when left out. A password belongs into DATABASE_URL. */
  readonly url?: string
  /** Where the embedded PostgreSQL keeps its data, from the folder of the configuration; `.pawl` when left out. */
  readonly dataDir?: string
  /** Where the server listens; 127.0.0.1 and 8787 when left out. */
  readonly host?: string
  readonly port?: number
  /** How many processes of their own `pawl up` starts as workers; none when left out, and it works itself. */
  readonly workers?: number
  readonly logLevel?: LogLevel
  /** As in `createServer` and `serve`: clients with roles of their own, a proxy before it, limits. */
  readonly server?: Pick<
    ServerOptions,
    | ('tokens' | 'basePath' | 'publicUrl' | 'hosts' | 'trustProxy')
    | ('maxBodyBytes' | 'bodyTimeoutMs' | 'maxStreams' | 'rateLimit')
  > &
    Pick<ServeOptions, 'graceMs'> & {
      /** Limits of what routes of applications ask of the database. */
      readonly routes?: RoutePoolLimits
    }
  /** As in `createPawl`. */
  readonly queues?: PawlOptions['queues']
  readonly worker?: PawlOptions['worker']
  readonly retention?: PawlOptions['retention']
  readonly reads?: PawlOptions['reads']
  readonly enqueueTimeoutMs?: number
  readonly startTimeoutMs?: number
  readonly pooler?: boolean
  readonly classifyError?: PawlOptions['classifyError']
  readonly tracing?: PawlOptions['tracing']
}

export const configKeys: readonly (keyof PawlConfig)[] = [
  'apps',
  'url',
  'dataDir',
  'host',
  'port',
  'workers',
  'logLevel',
  'server',
  'queues',
  'worker',
  'retention',
  'reads',
  'enqueueTimeoutMs',
  'startTimeoutMs',
  'pooler',
  'classifyError',
  'tracing',
]
