import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import { runQuietly } from './run-quietly.ts'

const ERROR_LINE = /^(.+?)\((\d+),\d+\): error (.*)$/gm

export function findTypeErrors(root: string): Finding[] {
  const args = ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.json', ...rememberingArgs(root)]
  const { isOk, output } = runQuietly(root, 'typescript/bin/tsc', args)
  if (isOk) return []
  const findings = parseTypeErrors(output)
  return findings.length > 0 ? findings : [{ file: 'tsconfig.json', line: 1, message: output.trim() }]
}

/** What the compiler remembers saves five sixths of the next check. Where packages belong to another user, it starts anew. */
function rememberingArgs(root: string): readonly string[] {
  const folder = join(root, 'node_modules', '.cache', 'pawl')
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return []
  }
  return ['--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')]
}

export function parseTypeErrors(output: string): Finding[] {
  return [...output.matchAll(ERROR_LINE)].map(([, file = '', line, message = '']) => ({
    file,
    line: Number(line),
    message,
  }))
}
