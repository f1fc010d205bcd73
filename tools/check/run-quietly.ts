import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs a tool from node_modules on plain Node and returns what it printed on both streams. */
export function runQuietly(root: string, script: string, args: readonly string[]): { isOk: boolean; output: string } {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...env, NO_COLOR: '1' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (child.error) throw child.error
  return { isOk: child.status === 0, output: child.stdout + child.stderr }
}
