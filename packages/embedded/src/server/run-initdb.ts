import { type SpawnOptions, spawn } from 'node:child_process'
import path from 'node:path'
import { inheritedPaths } from '../account/inherited-paths.ts'
import type { Account } from '../account/server-account.ts'
import { spawnAs } from '../account/spawn-as.ts'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { identity } from './identity.ts'

type Home = Pick<Layout, 'data' | 'password'>

/** Fills an empty data folder with a new database cluster. */
export async function runInitdb(binaries: string, { data, password }: Home, account: Account | undefined) {
  const inherited = await inheritedPaths([data, password], account)
  try {
    const [dataName, passwordName] = inherited.names
    await run(
      path.join(binaries, 'bin', 'initdb'),
      [
        `--pgdata=${dataName}`,
        `--pwfile=${passwordName}`,
        `--username=${identity.user}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...spawnAs(account), stdio: ['ignore', 'pipe', 'pipe', ...inherited.descriptors] },
    )
  } finally {
    await inherited.close()
  }
}

async function run(program: string, args: readonly string[], options: SpawnOptions): Promise<void> {
  const child = spawn(program, args, options)
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => reject(doesNotRun(program, cause.message, cause)))
    child.once('close', resolve)
  })
  if (code === 127) throw doesNotRun(program, output.trim())
  if (code !== 0) {
    throw new EmbeddedError(
      'initdb-failed',
      `initdb was expected to make a new database and ended with ${code ?? 'a signal'}:\n${output.trim()}\n` +
        `Check that the disk has room, or set PAWL_DATA_DIR to another folder. ${setDatabaseUrl}`,
    )
  }
}

function doesNotRun(program: string, reason: string, cause?: unknown): EmbeddedError {
  return new EmbeddedError(
    'binary-does-not-run',
    `PostgreSQL for ${process.platform}-${process.arch} does not run on this machine: ${program}: ${reason}. ${setDatabaseUrl}`,
    cause,
  )
}
