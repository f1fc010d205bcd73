import type { App } from '@pawl/app'
import { type Pawl, PawlError } from 'pawl'
import type pg from 'pg'
import type { RateLimitOptions } from './access/rate-limit.ts'
import type { Token } from './access/tokens.ts'
import type { RoutePool } from './routes/apps/route-pool.ts'

/** What `createServer` takes. */
export type ServerOptions = {
  readonly pawl: Pawl
  /** Connections to the same database, for the rows of the server itself. The server does not close them. */
  readonly db: pg.Pool
  /** Connections for routes of applications, with limits. The server does not close them. Default: `db`, without limits. */
  readonly routePool?: RoutePool
  /** The token of the one operator there is. */
  readonly token?: string
  /** Several clients, each with a role of its own. */
  readonly tokens?: readonly Token[]
  /** Where a token is kept that is made at the first start. Used when none is given. */
  readonly dataDir?: string
  readonly apps?: readonly App[]
  /**
   * Where people reach the server, as in https://pawl.example.com: links are made of it, and its host is known. Default: the address
   * that `serve` listens on.
   */
  readonly publicUrl?: string
  /**
   * More host names by which the server may be asked, as in a container network. With `serve` its own address and localhost are
   * known; a request by another name is refused. Default: none.
   */
  readonly hosts?: readonly string[]
  /** Where the server is mounted: `/pawl` if its API is to be at /pawl/api. It answers nothing outside of it. */
  readonly basePath?: string
  /** Larger requests get a 413. 4 MiB unless said otherwise. */
  readonly maxBodyBytes?: number
  /**
   * Time limit for the body of a request; a slower one gets a 408.
   *
   * @defaultValue 30000
   */
  readonly bodyTimeoutMs?: number
  /**
   * Event streams that one token may have open at this server; one more gets a 429.
   *
   * @defaultValue 100
   */
  readonly maxStreams?: number
  /** So many requests a second from one address, and so many at once; false for no limit. 100 and 2,000 unless said otherwise. */
  readonly rateLimit?: RateLimitOptions | false
  /** A proxy stands before the server: believe the last entry of X-Forwarded-For and the first of X-Forwarded-Proto. */
  readonly trustProxy?: boolean
  /** How often live streams look at the database while somebody listens. 1,000 unless said otherwise. */
  readonly pollMs?: number
  /** Told of each error that nobody foresaw. `id` is what the client was told, to find it by. */
  readonly onError?: (error: unknown, id: string) => void
}

export type ServerSettings = Required<
  Pick<
    ServerOptions,
    'maxBodyBytes' | 'bodyTimeoutMs' | 'maxStreams' | 'hosts' | 'rateLimit' | 'trustProxy' | 'pollMs' | 'onError'
  >
> & {
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined
  readonly apps: readonly App[]
  readonly basePath: string
}

const known: readonly string[] = [
  ...['pawl', 'db', 'routePool', 'token', 'tokens', 'dataDir', 'apps', 'basePath', 'publicUrl', 'hosts'],
  ...['maxBodyBytes', 'bodyTimeoutMs', 'maxStreams', 'rateLimit', 'trustProxy', 'pollMs', 'onError'],
]

export function serverSettings(options: ServerOptions): ServerSettings {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalid(`createServer has no option '${unknown}' (it has: ${known.join(', ')})`)
  if (typeof options.pawl?.enqueue !== 'function') throw invalid('createServer: pawl must be what createPawl returned')
  if (typeof options.db?.connect !== 'function')
    throw invalid('createServer: db must be a pg.Pool of the same database')
  const { apps = [], basePath = '', maxBodyBytes = 4 * 1024 * 1024, trustProxy = false } = options
  const { bodyTimeoutMs = 30_000, maxStreams = 100, hosts = [] } = options
  const { rateLimit = { perSecond: 100, burst: 2_000 }, pollMs = 1_000, onError = () => {} } = options
  if (basePath !== '' && !/^(\/[\w.~-]+)+$/.test(basePath)) {
    throw invalid(`createServer: basePath begins with a slash and ends without one, as in /pawl; got '${basePath}'`)
  }
  if (!Number.isInteger(maxBodyBytes) || maxBodyBytes < 1_024) {
    throw invalid(`createServer: maxBodyBytes must be a whole number of at least 1024; got ${String(maxBodyBytes)}`)
  }
  if (rateLimit !== false && !(rateLimit.perSecond > 0 && rateLimit.burst >= 1)) {
    throw invalid('createServer: rateLimit needs a perSecond above 0 and a burst of at least 1, or is false')
  }
  if (!(pollMs >= 10 && pollMs <= 60_000))
    throw invalid(`createServer: pollMs is from 10 to 60000; got ${String(pollMs)}`)
  if (!(bodyTimeoutMs >= 1 && bodyTimeoutMs <= 3_600_000)) {
    throw invalid(`createServer: bodyTimeoutMs is from 1 to 3600000; got ${String(bodyTimeoutMs)}`)
  }
  if (!Number.isInteger(maxStreams) || maxStreams < 1) {
    throw invalid(`createServer: maxStreams must be a whole number of at least 1; got ${String(maxStreams)}`)
  }
  const publicUrl = options.publicUrl === undefined ? undefined : originOf(options.publicUrl)
  const names = apps.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw invalid(`createServer: two applications have the name '${twice}'`)
  return {
    apps,
    basePath,
    publicUrl,
    hosts,
    maxBodyBytes,
    bodyTimeoutMs,
    maxStreams,
    trustProxy,
    rateLimit,
    pollMs,
    onError,
  }
}

/** The path is `basePath`, said once. */
function originOf(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  const isOrigin = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin
  const expected = 'a URL of scheme and host alone, as in https://pawl.example.com (its path is basePath)'
  throw invalid(`createServer: publicUrl must be ${expected}; got '${publicUrl}'`)
}

function invalid(message: string): PawlError {
  return new PawlError('invalid-option', message)
}
