import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { type Fault, Faults, type ServiceEnv } from '../http/faults.ts'
import { RequestLog } from '../http/request-log.ts'
import type { MadeUpSite, World } from './made-up-site.ts'
import { badSites } from './sites/bad-sites.ts'
import { goodSites } from './sites/good-sites.ts'
import { hostileSites } from './sites/hostile-sites.ts'
import { oddSites } from './sites/odd-sites.ts'
import { plainSite } from './sites/plain-sites.ts'
import { robotsSites } from './sites/robots-sites.ts'

export type WebOptions = {
  /** Where sites lead that mean harm: an address inside of the network that nobody must reach. */
  readonly inside?: string
}

/** A small web of made-up sites, each a host below `.example`. */
export type Web = {
  readonly sites: readonly MadeUpSite[]
  /** In place of one that is there, or new. */
  put(site: MadeUpSite): void
  /** Something is wrong with a host, until `restore` or for so many requests; it cannot be reached unless said otherwise. */
  outage(host: string, fault?: Fault): void
  restore(host: string): void
  requests(host: string): RequestLog
  /** The paths that were asked for at a host, the last 1,000. */
  paths(host: string): readonly string[]
  /** Of all hosts. */
  readonly total: number
}

const keptPaths = 1_000

/** Serves each site at `/{host}/…`. A host that nobody has made up is one that cannot be reached. */
export function createWeb(
  stopping: AbortSignal,
  { inside = 'http://127.0.0.1:9/' }: WebOptions = {},
): { readonly web: Web; readonly routes: Hono<ServiceEnv> } {
  const named = [...goodSites, ...oddSites, ...robotsSites, ...badSites, ...hostileSites]
  const sites = new Map(named.map((site) => [site.host, site]))
  const hosts = new Map<string, { readonly log: RequestLog; readonly faults: Faults; readonly paths: string[] }>()
  const of = (host: string) => {
    const known = hosts.get(host)
    if (known !== undefined) return known
    const log = new RequestLog()
    const made = { log, faults: new Faults(log, stopping), paths: [] }
    hosts.set(host, made)
    return made
  }
  const pause: World['pause'] = (ms) => wait(ms, undefined, { signal: stopping }).catch(() => {})
  let total = 0
  const routes = new Hono<ServiceEnv>().use('/:host/*', async (c) => {
    const host = c.req.param('host')
    const url = new URL(c.req.url)
    // as it was sent: what it means to escape something is for the site to say
    const path = url.pathname.slice(url.pathname.indexOf(`/${host}/`) + host.length + 1)
    const { faults, paths } = of(host)
    total++
    paths.push(path)
    if (paths.length > keptPaths) paths.shift()
    const site = sites.get(host) ?? plainSite(host)
    return await faults.middleware(c, async () => {
      const answer = await (site?.answer({ path, search: url.search }, { inside, pause }) ?? 'cut')
      if (answer === 'cut') c.env.incoming.socket.destroy()
      c.res = answer === 'cut' ? c.body(null) : answer
    })
  })
  const web: Web = {
    sites: named,
    put: (site) => void sites.set(site.host, site),
    outage: (host, fault = { kind: 'outage' }) => of(host).faults.begin(fault),
    restore: (host) => of(host).faults.end(),
    requests: (host) => of(host).log,
    paths: (host) => of(host).paths,
    get total() {
      return total
    },
  }
  return { web, routes }
}
