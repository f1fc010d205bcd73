import { readdirSync, readFileSync } from 'node:fs'

/** The clock ticks that /proc counts in; 100 a second on every Linux there is. */
export const tickMs = 10

type Stat = { readonly parent: number; readonly ownTicks: number; readonly endedTicks: number }

/** CPU time of processes and their descendants, children that have ended included, in ticks. */
export function treeCpuTicks(roots: readonly number[]): number {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), statOf(Number(pid))]),
  )
  const belongs = (pid: number): boolean => roots.includes(pid) || (pid > 1 && belongs(all.get(pid)?.parent ?? 0))
  return [...all]
    .filter(([pid]) => belongs(pid))
    .reduce((sum, [, stat]) => sum + (stat?.ownTicks ?? 0) + (stat?.endedTicks ?? 0), 0)
}

export function parentOf(pid: number): number {
  const parent = statOf(pid)?.parent
  if (parent === undefined) throw new Error(`no process ${pid} in /proc: CPU time can only be read on Linux`)
  return parent
}

/** Undefined when it has ended meanwhile. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name, second field, may hold spaces and brackets
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, ownTicks: fields[11]! + fields[12]!, endedTicks: fields[13]! + fields[14]! }
  } catch {
    return undefined
  }
}
