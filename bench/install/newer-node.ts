import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isAtLeast } from '../../tools/setup.mjs'

/** What graphile-worker and pg-boss ask for. */
const wanted = '22.18.0'

/** A Node that the newest peers run on: this one, or else one that npx fetches. */
export async function newerNode(): Promise<string> {
  if (isAtLeast(process.versions.node, wanted)) return process.execPath
  const { NODE_OPTIONS: _, ...env } = process.env
  try {
    const { stdout } = await promisify(execFile)('npx', ['-y', 'node@22', '-p', 'process.execPath'], { env })
    const executable = stdout.trim()
    if (executable === '') throw new Error('it printed no path')
    return executable
  } catch (cause) {
    throw new Error(
      `graphile-worker and pg-boss need Node ${wanted}, this is ${process.versions.node}, and \`npx -y node@22\` failed: ` +
        `${(cause as Error).message}. Run the benchmark on a newer Node.`,
      { cause },
    )
  }
}
