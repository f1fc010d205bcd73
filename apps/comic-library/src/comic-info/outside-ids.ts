import type { ComicInfo } from './comic-info.ts'

type OutsideIds = Pick<ComicInfo, 'comicVineId' | 'comicVineSeriesId' | 'metronId' | 'metronSeriesId'>

const inWeb: readonly (readonly [keyof OutsideIds, RegExp])[] = [
  ['comicVineId', /comicvine\.(?:gamespot\.)?com\/\S*?4000-(\d{1,12})/i],
  ['comicVineSeriesId', /comicvine\.(?:gamespot\.)?com\/\S*?4050-(\d{1,12})/i],
  ['metronId', /metron\.cloud\/issue\/(\d{1,12})/i],
  ['metronSeriesId', /metron\.cloud\/series\/(\d{1,12})/i],
]
const issueInNotes = /\[(?:issue[ _]id:?|cvdb)\s*(\d{1,12})\]/i
const seriesInNotes = /\[(?:series[ _]id:?)\s*(\d{1,12})\]/i

/** Ids at Comic Vine and Metron. Taggers leave them in the address of the issue, and in the notes: '[CVDB12345]', '[Issue ID 12345]'. */
export function outsideIds(web: string, notes: string): OutsideIds {
  const isMetron = /metron/i.test(notes)
  const issue = issueInNotes.exec(notes)?.[1]
  const series = seriesInNotes.exec(notes)?.[1]
  const found: { -readonly [name in keyof OutsideIds]: string } = {
    ...(issue === undefined ? {} : { [isMetron ? 'metronId' : 'comicVineId']: issue }),
    ...(series === undefined ? {} : { [isMetron ? 'metronSeriesId' : 'comicVineSeriesId']: series }),
  }
  for (const [name, shape] of inWeb) {
    const id = shape.exec(web)?.[1]
    if (id !== undefined) found[name] = id
  }
  return found
}
