import type { Pawl, QueueView } from 'pawl'
import type { LiveRegion } from '../terminal/live-region.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Summary, summaryLines } from './summary.ts'

const everyMs = 2_000
const historyLength = 60

/** Keeps the summary up to date until it is stopped, and then takes it away. A database that is away for a while leaves the last one standing. */
export function watchSummary(
  region: LiveRegion,
  terminal: Terminal,
  pawl: Pawl,
  about: () => Pick<Summary, 'url' | 'workers' | 'upMs'>,
): () => void {
  let queues: readonly QueueView[] = []
  let deadLetters = 0
  const history: number[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    try {
      queues = await pawl.queues.list()
      deadLetters = (await pawl.deadLetters.counts()).reduce((sum, { count }) => sum + count, 0)
      history.push(queues.reduce((sum, { perMinute }) => sum + perMinute, 0))
      if (history.length > historyLength) history.shift()
    } catch {
      // the engine tells of it, in the log above
    }
    if (isStopped) return
    region.show(summaryLines({ ...about(), queues, deadLetters, history }, terminal.size().columns, terminal.colours))
    timer = setTimeout(look, everyMs)
  }
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
    region.end()
  }
}
