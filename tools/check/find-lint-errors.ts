import { relative } from 'node:path'
import type { Finding } from './finding.ts'
import { runQuietly } from './run-quietly.ts'

const DIAGNOSTIC = /^::(?:error|warning) title=([^,]*),file=(.*?),line=(\d+),.*?::(.*)$/gm

/** Lint and format. Warnings count: one that may stay would soon hide the next. */
export function findLintErrors(root: string): Finding[] {
  const args = ['check', '--reporter=github', '--error-on-warnings', '--max-diagnostics=none', '.']
  const { isOk, output } = runQuietly(root, '@biomejs/biome/bin/biome', args)
  if (isOk) return []
  const findings = parseDiagnostics(root, output)
  return findings.length > 0 ? findings : [{ file: 'biome.json', line: 1, message: output.trim() }]
}

export function parseDiagnostics(root: string, output: string): Finding[] {
  return [...output.matchAll(DIAGNOSTIC)].map(([, rule = '', file = '', line, message = '']) => ({
    file: relative(root, file),
    line: Number(line),
    message: rule === 'format' ? 'is not formatted: npm run format' : `${rule}: ${decode(message)}`,
  }))
}

const decode = (text: string): string => text.replaceAll('%0A', ' ').replaceAll('%25', '%')
