import { runPawl } from '../../src/run-pawl.ts'
import { project, type Result } from './pawl-process.ts'
import { recordingTerminal } from './recording-terminal.ts'

/** The command in this process, which is quicker: for calls of which there are many. */
export async function call(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Result> {
  const terminal = recordingTerminal()
  const code = await runPawl(args, { env, folder: project, terminal })
  return { code, out: terminal.out.join('\n'), err: terminal.err.join('\n') }
}
