import type { Migration, Pawl } from 'pawl'
import { CliError } from './cli-error.ts'
import { hidePassword } from './config/hide-password.ts'
import type { Setting } from './config/setting.ts'
import { exitCode } from './exit-code.ts'

/** Longer than a server needs that wakes up, shorter than anybody waits for a mistyped address. */
const patienceMs = 15_000

/**
 * Connects once and says in plain words what stands in the way. Returns the migrations that the schema lacks. It costs a
 * connection, and saves every command from explaining what the twelfth query of something else met with.
 */
export async function reachDatabase(pawl: Pawl, { value, from }: Setting<string>): Promise<readonly Migration[]> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject({ code: 'ETIMEDOUT' }), patienceMs)
  })
  try {
    return await Promise.race([pawl.migrate({ dryRun: true }), silence])
  } catch (error) {
    throw unreachable(error, new URL(value), from)
  } finally {
    clearTimeout(timer)
  }
}

function unreachable(error: unknown, url: URL, from: string): CliError {
  const host = `${url.hostname || 'localhost'}:${url.port || 5432}`
  const [user, database] = [url.username, url.pathname.slice(1)].map(decodeURIComponent)
  const [reason, advice] = explain(codeOf(error), { host, user: user!, database: database! }) ?? [
    error instanceof Error ? error.message : String(error),
    'see whether the address is right',
  ]
  const address = `${from} is ${hidePassword(url.href)}`
  return new CliError(exitCode.noDatabase, `${reason}: ${advice} (${address})`, { cause: error })
}

type Named = { readonly host: string; readonly user: string; readonly database: string }

function explain(code: string, { host, user, database }: Named): readonly [reason: string, advice: string] | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return [`no PostgreSQL answers at ${host}`, 'start it, or correct the address']
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`there is no host of the name in ${host}`, 'correct the address']
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return [`nothing came back from ${host}`, 'see whether the address is right and no firewall stands between']
    case '28P01':
    case '28000':
      return [`PostgreSQL at ${host} refuses the user '${user}'`, 'correct the user or the password']
    case '3D000':
      return [`PostgreSQL at ${host} has no database '${database}'`, `make it with: createdb ${database}`]
    case '53300':
      return [`PostgreSQL at ${host} has no connection left`, 'end some, or raise max_connections']
    case '57P03':
      return [`PostgreSQL at ${host} starts up or shuts down`, 'try again in a moment']
    default:
      return undefined
  }
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return String((error as { code?: unknown } | undefined)?.code ?? '')
}
