import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { ProblemError } from '@pawl/app'
import { createMiddleware } from 'hono/factory'
import type { ServerEnv } from '../server-env.ts'

/** Probes ask by whatever address they have, and learn nothing of the server. */
const forProbes: ReadonlySet<string> = new Set(['/health', '/ready'])
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', ''])

/**
 * The names under which a server may be asked. A page of another site can point a name of its own at this server's address; a
 * request that comes by such a name is refused. Where nothing is known the server is mounted, and its names are its host's affair.
 */
export class KnownHosts {
  readonly #names: Set<string>
  #anyAddress = false
  #anyLoopback = false

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map(plain))
  }

  /** The server listens there. */
  add(host: string): void {
    const name = plain(host)
    this.#names.add('localhost')
    if (wildcards.has(name)) {
      this.#anyAddress = true
      this.#names.add(plain(hostname()))
      return
    }
    this.#names.add(name)
    if (isLoopback(name)) this.#anyLoopback = true
  }

  has(host: string): boolean {
    const name = plain(host)
    if (this.#names.has(name) || (this.#names.size === 0 && !this.#anyAddress)) return true
    // an address is no name that somebody else could point here
    if (this.#anyAddress && isIP(name) !== 0) return true
    return this.#anyLoopback && isLoopback(name)
  }
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function plain(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

export function checkHost(hosts: KnownHosts) {
  return createMiddleware<ServerEnv>(async (c, next) => {
    const { hostname: host } = new URL(c.req.url)
    if (!forProbes.has(c.req.path) && !hosts.has(host)) {
      const advice = 'ask by the address it listens on, or name this host in the options publicUrl or hosts'
      throw new ProblemError(421, 'unknown-host', `this server is not known as '${host}'; ${advice}`)
    }
    await next()
  })
}
