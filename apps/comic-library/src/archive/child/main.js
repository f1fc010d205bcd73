import { writeFileSync } from 'node:fs'
import { endWithParent } from './end-with-parent.js'
import { inspect } from './inspect.js'
import { makeThumbnail } from './make-thumbnail.js'
import { ReadError } from './read-error.js'
import { readPage } from './read-page.js'
import { createSevenZip } from './seven-zip.js'

/** @import { ReaderAnswer, ReaderTask } from '../reader-task.ts' */

// The program of a child process that reads archives. It is JavaScript, as is all that it loads: so it starts in a tenth of a
// second, and needs no loader of those who start it.

/** Where memory runs out, this process is to go, and not the one that started it or a database. Linux only. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // elsewhere the system decides
}

const limits = /** @type {import('../archive-limits.ts').ArchiveLimits} */ (JSON.parse(process.argv[2] ?? '{}'))
const sevenZip = createSevenZip()
/** What libraries keep grows with the images they have seen. */
const retireAboveBytes = 600 * 1024 * 1024

/**
 * @param {ReaderTask} task
 * @returns {Promise<unknown>}
 */
async function run(task) {
  const options = { limits, sevenZip }
  if (task.kind === 'inspect') return inspect(task.path, options)
  if (task.kind === 'shrink') return makeThumbnail(Buffer.from(task.bytes), task.options, limits.pixels)
  const page = await readPage(task.path, task.entry, options)
  return task.kind === 'page' ? page : makeThumbnail(page.bytes, task.options, limits.pixels)
}

/**
 * @param {ReaderTask} task
 * @returns {Promise<ReaderAnswer>}
 */
async function answerTo(task) {
  try {
    return { kind: 'done', value: await run(task) }
  } catch (error) {
    if (error instanceof ReadError) return { kind: 'refused', code: error.code, text: error.message }
    return { kind: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', async (/** @type {ReaderTask} */ task) => {
  const answer = await answerTo(task)
  const isSpent = process.memoryUsage.rss() > retireAboveBytes
  process.send?.({ ...answer, isSpent })
})
endWithParent()
process.send?.({ kind: 'ready' })
