import type { Result } from '../figures/result.ts'

const heads = ['', 'ours', 'best peer', '', 'ratio', 'target', ''] as const

/** The results as a table for people. `judged`: it says what was met; results of little work show no more than that all runs. */
export function table(results: readonly Result[], { judged }: { readonly judged: boolean }): string {
  const rows = [heads, ...results.map((result) => [...cells(result), judged ? (result.met ? 'met' : 'MISSED') : ''])]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 1 || i === 2 || i === 4 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}

function cells({ name, ours, peer, peerName, ratio, target, bound, unit }: Result): string[] {
  const sign = bound === 'at least' ? '≥' : '≤'
  return [
    name,
    `${figure(ours)} ${unit}`,
    peer === null ? '' : figure(peer),
    peerName ?? '',
    ratio === null ? '' : ratio.toFixed(2),
    `${sign} ${target}${ratio === null ? ` ${unit}` : ''}`,
  ]
}

/** Three digits that matter, thousands apart. */
export function figure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
