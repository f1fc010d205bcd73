import { findVolume } from './find-volume.ts'
import type { Bracket } from './take-brackets.ts'

/** What brackets tell, and those that tell nothing that we know. */
export type BracketsTold = {
  readonly year: number | null
  readonly count: string | null
  readonly volume: string | null
  readonly number: string | null
  readonly rest: readonly Bracket[]
}

const yearIn = /(?:^|[\s,])((?:18|19|20)\d\d)(?:\s?-\s?(?:(?:18|19|20)?\d\d|present)?)?(?:-\d\d){0,2}$/i
const countIn = /^(?:\d+\s+)?of\s+(\d{1,6})$/i
const chapterIn = /^c(?:h(?:apter)?)?\.?\s?(\d{1,6}(?:\.\d+)?)$/i

/** `numberAt` is where the number of the issue stands, if it does: a year before it tells the volume. */
export function readBrackets(brackets: readonly Bracket[], numberAt: number | undefined): BracketsTold {
  let told: BracketsTold = { year: null, count: null, volume: null, number: null, rest: [] }
  for (const bracket of brackets) {
    const { at, inner } = bracket
    const year = yearIn.exec(inner)?.[1]
    const count = countIn.exec(inner)?.[1]
    const chapter = chapterIn.exec(inner)?.[1]
    const volume = findVolume(inner)?.first
    if (year !== undefined) {
      const isVolume = numberAt !== undefined && at < numberAt && told.volume === null
      told = { ...told, year: Number(year), volume: isVolume ? year : told.volume }
    } else if (count !== undefined && told.count === null) told = { ...told, count }
    else if (volume !== undefined && told.volume === null) told = { ...told, volume }
    else if (chapter !== undefined && told.number === null) told = { ...told, number: chapter }
    else told = { ...told, rest: [...told.rest, bracket] }
  }
  return told
}
