import { CliError } from './cli-error.ts'
import { type ExitCode, exitCode } from './exit-code.ts'

export type Explained = { readonly exitCode: ExitCode; readonly message: string }

const lostConnections = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']
const refusals = ['28P01', '28000', '3D000', '53300', '57P03']
/** SQLSTATEs of a table, column, function or schema that is not there. */
const missingInSchema = ['42P01', '42703', '42883', '3F000']
const notFoundCodes = /^(unknown-(?!option)|not-dead)/

/** What went wrong as one sentence and what to do, with the exit code that goes with it. */
export async function explainError(error: unknown): Promise<Explained> {
  if (error instanceof CliError) return error
  // whoever threw one of theirs has loaded them; the others need not
  const [{ EmbeddedError }, { PawlError }] = await Promise.all([import('@pawl/embedded'), import('pawl')])
  if (error instanceof EmbeddedError) return { exitCode: exitCode.noDatabase, message: error.message }
  if (error instanceof PawlError) return { exitCode: codeOfPawl(error.code), message: error.message }
  const { code, message } = plain(error)
  if (lostConnections.includes(code) || refusals.includes(code))
    return { exitCode: exitCode.noDatabase, message: `PostgreSQL cannot be used: ${message}` }
  if (missingInSchema.includes(code))
    return { exitCode: exitCode.notMigrated, message: `${message}: a migration is missing; run pawl migrate` }
  return { exitCode: exitCode.failed, message }
}

function codeOfPawl(code: string): ExitCode {
  if (code === 'port-in-use') return exitCode.portInUse
  if (notFoundCodes.test(code)) return exitCode.notFound
  return /^(invalid-|unknown-|token-needed)/.test(code) ? exitCode.usage : exitCode.failed
}

/** A refused connection of Node has its reasons inside, and no words of its own. */
function plain(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof AggregateError && error.message === '') {
    const inner = error.errors.map(plain)
    return { code: inner[0]?.code ?? '', message: inner.map(({ message }) => message).join('; ') }
  }
  const { code } = (error ?? {}) as { code?: unknown }
  return { code: typeof code === 'string' ? code : '', message: error instanceof Error ? error.message : String(error) }
}
