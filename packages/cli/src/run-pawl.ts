import { constants } from 'node:os'
import { CommanderError } from 'commander'
import { appCommands } from './app-commands.ts'
import { CliError } from './cli-error.ts'
import type { CommandContext } from './command.ts'
import { openProject, type Project, withApps } from './config/project.ts'
import { type ExitCode, exitCode } from './exit-code.ts'
import { explainError } from './explain-error.ts'
import { explainUsage } from './explain-usage.ts'
import { loadCommands } from './load-commands.ts'
import { type Call, makeProgram } from './program.ts'
import type { Session, SessionOptions } from './session.ts'
import type { Terminal } from './terminal/terminal.ts'

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  readonly terminal: Terminal
}

/** Runs `pawl` with these arguments. Resolves to the exit code: see exit-code.ts. */
export async function runPawl(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { terminal, env } = surroundings
  try {
    const call = await understand(args, surroundings)
    return typeof call === 'number' ? call : await run(call, surroundings)
  } catch (error) {
    const { exitCode: code, message } = await explainError(error)
    terminal.say(message.startsWith('pawl ') ? message : `pawl: ${message}`)
    if (env.PAWL_DEBUG) terminal.say(String(error instanceof Error ? (error.stack ?? error.message) : error))
    return code
  }
}

/** An exit code: help was given, because it was asked for or because there was nothing else to do. */
async function understand(args: readonly string[], surroundings: Surroundings): Promise<Call | ExitCode> {
  const { terminal } = surroundings
  let call: Call | undefined
  // a script for completion has all of them
  const isWanted = (name: string) => args.includes(name) || args.includes('completion')
  const all = [...(await loadCommands(isWanted)), ...(await appCommands(args, surroundings))]
  const program = makeProgram(all, terminal, (understood) => {
    call = { ...understood, program }
  })
  if (args.length === 0) {
    program.outputHelp()
    return exitCode.usage
  }
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return exitCode.done
    // a group without a verb: its help was shown
    if (error.code === 'commander.help') return exitCode.usage
    throw new CliError(exitCode.usage, explainUsage(error, program, args))
  }
  return call ?? exitCode.usage
}

async function run(
  { program, command, args, options }: Call,
  { env, folder, terminal }: Surroundings,
): Promise<number> {
  const { needsApps = [] } = command
  let needed = typeof needsApps === 'function' ? needsApps(options) : needsApps
  let project: Promise<Project> | undefined
  let session: Promise<Session> | undefined
  const context: CommandContext = {
    ...{ args, options, env, terminal, program, print: terminal.print, say: terminal.say },
    project: () => (project ??= openProject({ folder, env, flags: options }).then((of) => withApps(of, needed))),
    session: (wanted) => (session ??= context.project().then((of) => open(of, wanted))),
    pawl: async () => (await context.session()).pawl,
    async loadAllApps() {
      if (needed === 'all') return
      needed = 'all'
      await leave()
      project = undefined
      session = undefined
    },
  }
  const leave = () => session?.then((opened) => opened.close()).catch(() => {})
  const forget = command.endsItself === true ? () => {} : leaveOnSignals(async () => leave())
  try {
    return await command.run(context)
  } finally {
    await leave()
    forget()
  }
}

/** The engine and PostgreSQL's client are loaded here: they take most of the time, which help and mistakes need not wait for. */
async function open(project: Project, options?: SessionOptions): Promise<Session> {
  const { openSession } = await import('./session.ts')
  return openSession(project, options)
}

/** An embedded PostgreSQL that was started for this command alone would otherwise go on without anybody. */
function leaveOnSignals(leave: () => Promise<unknown>): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    void leave().finally(() => process.exit(128 + constants.signals[signal]))
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
}
