import type { Finding } from './finding.ts'
import { runQuietly } from './run-quietly.ts'

const ERROR_LINE = /^(.+?)\((\d+),\d+\): error (.*)$/gm

export function findTypeErrors(root: string): Finding[] {
  const args = ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.json']
  const { isOk, output } = runQuietly(root, 'typescript/bin/tsc', args)
  if (isOk) return []
  const findings = parseTypeErrors(output)
  return findings.length > 0 ? findings : [{ file: 'tsconfig.json', line: 1, message: output.trim() }]
}

export function parseTypeErrors(output: string): Finding[] {
  return [...output.matchAll(ERROR_LINE)].map(([, file = '', line, message = '']) => ({
    file,
    line: Number(line),
    message,
  }))
}
