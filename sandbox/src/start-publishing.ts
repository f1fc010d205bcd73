import type { Chapters } from './chapters.ts'
import { firstSeries } from './first-series.ts'
import { continueHistory } from './history.ts'

/**
 * Goes on where the last run ended, publishes one chapter at once, and lets something happen every `everyMs`. Without the first
 * chapter, a start could look dead: a step may as well be an edit, a removal, or a chapter of the future.
 */
export function startPublishing(chapters: Chapters, everyMs: number, history?: string): void {
  continueHistory(chapters, history, () => {
    for (const series of firstSeries) chapters.addSeries(series)
  })
  while (chapters.publisher.step() !== 'chapter');
  chapters.publisher.start(everyMs)
}
