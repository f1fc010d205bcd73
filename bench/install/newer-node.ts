import { spawnSync } from 'node:child_process'
import { isAtLeast } from '../../tools/setup.mjs'

/** What graphile-worker and pg-boss ask for. */
const wanted = '22.18.0'

/** A Node that the newest peers run on: this one, or else one that npx fetches. */
export function newerNode(): string {
  if (isAtLeast(process.versions.node, wanted)) return process.execPath
  const { NODE_OPTIONS: _, ...env } = process.env
  const { stdout, stderr, status, error } = spawnSync('npx', ['-y', 'node@22', '-p', 'process.execPath'], {
    env,
    encoding: 'utf8',
  })
  const executable = stdout?.trim()
  if (status !== 0 || !executable) {
    throw new Error(
      `graphile-worker and pg-boss need Node ${wanted}, this is ${process.versions.node}, and \`npx -y node@22\` failed: ` +
        `${error?.message ?? stderr}. Run the benchmark on a newer Node.`,
    )
  }
  return executable
}
