import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from './until.ts'

export type PgBouncer = { readonly url: (database: string) => string; stop(): Promise<void> }

const binary = 'usr/sbin/pgbouncer'

type Program = { readonly file: string; readonly env: NodeJS.ProcessEnv }

/** A PgBouncer in transaction mode before the given server, or the reason why there is none on this machine. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer | string> {
  const program = findPgBouncer()
  if (typeof program === 'string') return program
  const server = new URL(serverUrl)
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'pawl-pgbouncer-'))
  // it refuses to run as root and then has to read its files as somebody else
  chmodSync(folder, 0o755)
  const config = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 15
max_client_conn = 200
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program.file, ['-q', ...asUser, config], { env: program.env, stdio: 'ignore' })
  await until('PgBouncer listens', () => canConnect(port, child))
  return {
    url: (database) => `postgres://${server.username}:${server.password}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** On the PATH; else, on Debian and its kin, taken from its package into a folder of ours, which needs no root. */
function findPgBouncer(): Program | string {
  const onPath = (process.env.PATH ?? '')
    .split(':')
    .concat('/usr/sbin')
    .map((folder) => path.join(folder, 'pgbouncer'))
  const file = onPath.find((candidate) => existsSync(candidate))
  if (file !== undefined) return { file, env: process.env }
  const cache = path.join(tmpdir(), `pawl-tools-${process.getuid?.() ?? 0}`, 'pgbouncer')
  const unpacked = path.join(cache, binary)
  try {
    if (!existsSync(unpacked)) unpack(cache, ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'])
    const libraries = execFileSync('find', [cache, '-name', '*.so*', '-printf', '%h\n'], { encoding: 'utf8' })
    const folders = [...new Set(libraries.trim().split('\n'))].join(':')
    return { file: unpacked, env: { ...process.env, LD_LIBRARY_PATH: folders } }
  } catch (error) {
    return `there is no pgbouncer on the PATH, and its Debian package could not be had: ${(error as Error).message.split('\n')[0]}`
  }
}

/** Into a folder of its own, which takes its place whole: several test files may need it at the same time. */
function unpack(cache: string, packages: readonly string[]): void {
  mkdirSync(path.dirname(cache), { recursive: true })
  chmodSync(path.dirname(cache), 0o755)
  const making = mkdtempSync(`${cache}-`)
  chmodSync(making, 0o755)
  const quiet = { cwd: making, stdio: 'pipe' as const }
  try {
    download(packages, quiet)
    execFileSync('sh', ['-c', 'for package in *.deb; do dpkg -x "$package" .; done'], quiet)
    renameSync(making, cache)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    // unless another one was faster
    if (!existsSync(path.join(cache, binary))) throw error
  }
}

function download(packages: readonly string[], quiet: { readonly cwd: string; readonly stdio: 'pipe' }): void {
  try {
    execFileSync('apt-get', ['download', ...packages], quiet)
  } catch {
    // the lists of packages may be missing or old; renewing them needs root
    execFileSync('apt-get', ['update'], quiet)
    execFileSync('apt-get', ['download', ...packages], quiet)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function canConnect(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`)
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    // neither came within 50 ms, as on a machine that is busy
    socket.once('close', () => resolve(false))
    socket.unref()
    setTimeout(() => socket.destroy(), 50)
  })
}
