import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import path from 'node:path'
import type { Chapters } from './chapters.ts'

/**
 * Brings the services to where the last run left them. What happens follows from the seed, so the instants at which something
 * happened are all there is to keep: one a line, the first of them when the world began. Without a file, the world begins now.
 */
export function continueHistory(chapters: Chapters, file: string | undefined, begin: () => void): void {
  const [beganAt, ...steps] = file === undefined ? [] : readInstants(file)
  const append = (instant: number) => file !== undefined && appendFileSync(file, `${instant}\n`)
  if (beganAt === undefined) {
    if (file !== undefined) mkdirSync(path.dirname(file), { recursive: true })
    append(chapters.now())
    begin()
  } else {
    chapters.at(beganAt, begin)
    for (const instant of steps) chapters.at(instant, () => void chapters.publisher.step())
  }
  chapters.publisher.onStep(append)
}

/** A last line that a kill has cut off has no line break. It is removed: the next one would be appended to it. */
function readInstants(file: string): readonly number[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const cut = text.length - text.lastIndexOf('\n') - 1
  if (cut > 0) truncateSync(file, text.length - cut)
  const instants = text.split('\n').slice(0, -1).map(Number)
  const wrong = instants.findIndex((instant) => !Number.isSafeInteger(instant) || instant <= 0)
  if (wrong === -1) return instants
  throw new Error(`line ${wrong + 1} of ${file} must be a number of milliseconds; remove the file to begin anew`)
}
