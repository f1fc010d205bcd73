import { writeFileSync } from 'node:fs'
import type { ArchiveLimits } from '../archive-limits.ts'
import type { ReaderAnswer, ReaderTask } from '../reader-task.ts'
import { endWithParent } from './end-with-parent.ts'
import { inspect } from './inspect.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { ReadError } from './read-error.ts'
import { readPage } from './read-page.ts'
import { createSevenZip } from './seven-zip.ts'

// The program of a child process that reads archives. It loads nothing of the application but what reads them: so it starts soon.

/** Where memory runs out, this process is to go, and not the one that started it or a database. Linux only. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // elsewhere the system decides
}

const limits = JSON.parse(process.argv[2] ?? '{}') as ArchiveLimits
const sevenZip = createSevenZip()
/** What libraries keep grows with the images they have seen. */
const retireAboveBytes = 600 * 1024 * 1024

async function run(task: ReaderTask): Promise<unknown> {
  const options = { limits, sevenZip }
  if (task.kind === 'inspect') return inspect(task.path, options)
  if (task.kind === 'shrink') return makeThumbnail(Buffer.from(task.bytes), task.options, limits.pixels)
  const page = await readPage(task.path, task.entry, options)
  return task.kind === 'page' ? page : makeThumbnail(page.bytes, task.options, limits.pixels)
}

async function answerTo(task: ReaderTask): Promise<ReaderAnswer> {
  try {
    return { kind: 'done', value: await run(task) }
  } catch (error) {
    if (error instanceof ReadError) return { kind: 'refused', code: error.code, text: error.message }
    return { kind: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', async (task: ReaderTask) => {
  const answer = await answerTo(task)
  const isSpent = process.memoryUsage.rss() > retireAboveBytes
  process.send?.({ ...answer, isSpent })
})
endWithParent()
process.send?.({ kind: 'ready' })
