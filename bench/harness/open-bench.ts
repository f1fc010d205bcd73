import { buildContenders } from '../install/build-contenders.ts'
import { folders } from '../install/folders.ts'
import { installPeers } from '../install/install-peers.ts'
import { newerNode } from '../install/newer-node.ts'
import { findRedis } from '../servers/find-redis.ts'
import { PostgresServer } from '../servers/postgres-server.ts'
import { RedisServer } from '../servers/redis-server.ts'
import type { Bench } from './bench.ts'
import { ContenderProcess } from './contender-process.ts'
import { InstalledDatabases } from './installed-databases.ts'
import { Quiet } from './quiet.ts'

export type OpenBench = { readonly bench: Bench; readonly close: () => Promise<void> }

export type OpenBenchOptions = Pick<Bench, 'quick' | 'rounds' | 'log'> & { readonly patienceMs: number }

/** Installs and builds the contenders and starts the servers they run on. */
export async function openBench({ patienceMs, ...options }: OpenBenchOptions): Promise<OpenBench> {
  await installPeers(options.log)
  // looked for while the contenders are compiled; where they are not, nobody waits for it
  const looking = newerNode()
  looking.catch(() => {})
  buildContenders()
  const newer = await looking
  const program = findRedis(folders.cache)
  const servers: { stop(): Promise<void> }[] = []
  const close = async () => {
    // a signal may come while it is closing by itself
    for (const server of servers.splice(0)) await server.stop()
  }
  const keep = <S extends { stop(): Promise<void> }>(server: S): S => {
    servers.push(server)
    return server
  }
  try {
    const postgres = keep(await PostgresServer.start())
    const memory = process.env.REDIS_URL ?? keep(await RedisServer.start(program, { appendOnly: false })).url
    const disk = keep(await RedisServer.start(program, { appendOnly: true })).url
    const start: Bench['start'] = ({ name, program, settings, server, newerNode, nodeFlags }, databaseUrl) => {
      const url = { postgres: databaseUrl, redis: memory, 'redis-aof': disk }[server]
      const node = [newerNode ? newer : process.execPath, ...(nodeFlags ?? [])] as const
      return new ContenderProcess(name, node, { program, settings, url })
    }
    const quiet = new Quiet([process.pid, await postgres.pid()], patienceMs, options.log)
    const installed = new InstalledDatabases(postgres, start)
    return { bench: { ...options, postgres, quiet, start, database: (entry) => installed.make(entry) }, close }
  } catch (error) {
    await close()
    throw error
  }
}
