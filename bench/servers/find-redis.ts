import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

const packages = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2', 'libatomic1']

export type RedisProgram = { readonly command: string; readonly env: NodeJS.ProcessEnv }

/** A redis-server: on the PATH, or else Debian's, unpacked into a cache, which needs no rights. */
export function findRedis(cache: string): RedisProgram {
  if (spawnSync('redis-server', ['--version']).status === 0) return { command: 'redis-server', env: process.env }
  const root = path.join(cache, 'redis')
  const command = path.join(root, 'usr', 'bin', 'redis-server')
  if (!existsSync(command)) unpack(root)
  const libraries = readdirSync(path.join(root, 'usr', 'lib')).map((name) => path.join(root, 'usr', 'lib', name))
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(':') }
  const { status, stderr, error } = spawnSync(command, ['--version'], { env, encoding: 'utf8' })
  if (status !== 0) throw missing(error?.message ?? stderr)
  return { command, env }
}

function unpack(root: string): void {
  mkdirSync(root, { recursive: true })
  run('apt-get', ['download', ...packages], root)
  for (const name of readdirSync(root).filter((file) => file.endsWith('.deb'))) run('dpkg', ['-x', name, '.'], root)
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw missing(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

function missing(why: string): Error {
  return new Error(`BullMQ needs a Redis, and none was found (${why}). Put redis-server on the PATH.`)
}
