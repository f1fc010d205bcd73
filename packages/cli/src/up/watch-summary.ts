import type { App } from '@pawl/app'
import type { Pawl } from 'pawl'
import type { Terminal } from '../terminal/terminal.ts'
import { type AppCounts, countByApp } from './app-counts.ts'
import { type Summary, summaryLines, summaryText } from './summary.ts'
import type { UpOutput } from './up-output.ts'

const drawEveryMs = 2_000
const firstPrintMs = 10_000
const printEveryMs = 60_000
const historyLength = 60

export type Watched = {
  readonly pawl: Pawl
  readonly apps: readonly App[]
  /** What the summary says beside the counts. */
  about(): Pick<Summary, 'url' | 'workers' | 'upMs'>
}

/**
 * Keeps the summary up to date until the returned function is called, which takes it away. On a terminal it is drawn in place;
 * elsewhere lines are printed now and then. A database that is away for a while leaves the last summary standing.
 */
export function watchSummary(out: UpOutput, terminal: Terminal, { pawl, apps, about }: Watched): () => void {
  const history: number[] = []
  let counts: readonly AppCounts[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const count = async () => {
    try {
      counts = countByApp(apps, await pawl.queues.list(), await pawl.deadLetters.counts())
      history.push(counts.reduce((sum, { perMinute }) => sum + perMinute, 0))
      if (history.length > historyLength) history.shift()
    } catch {
      // the engine logs it
    }
  }
  const draw = () => {
    const summary = { ...about(), apps: counts, problems: out.problems(), history }
    out.region.show(summaryLines(summary, terminal.size().columns, terminal.colours))
  }
  const print = () => {
    for (const line of summaryText(counts)) terminal.say(line)
  }
  const [show, everyMs] = out.isLive ? [draw, drawEveryMs] : [print, printEveryMs]
  const look = async () => {
    await count()
    if (isStopped) return
    show()
    timer = setTimeout(look, everyMs)
  }
  if (out.isLive) void look()
  else timer = setTimeout(look, firstPrintMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
    out.region.end()
  }
}
