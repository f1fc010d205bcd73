/** @type {readonly (readonly ['comicVineId' | 'comicVineSeriesId' | 'metronId' | 'metronSeriesId', RegExp])[]} */
const inWeb = [
  ['comicVineId', /comicvine\.(?:gamespot\.)?com\/\S*?4000-(\d{1,12})/i],
  ['comicVineSeriesId', /comicvine\.(?:gamespot\.)?com\/\S*?4050-(\d{1,12})/i],
  ['metronId', /metron\.cloud\/issue\/(\d{1,12})/i],
  ['metronSeriesId', /metron\.cloud\/series\/(\d{1,12})/i],
]
const issueInNotes = /\[(?:issue[ _]id:?|cvdb)\s*(\d{1,12})\]/i
const seriesInNotes = /\[(?:series[ _]id:?)\s*(\d{1,12})\]/i

/**
 * Ids at Comic Vine and Metron. Taggers leave them in the address of the issue, and in the notes: '[CVDB12345]', '[Issue ID 12345]'.
 * @param {string} web
 * @param {string} notes
 * @returns {{ comicVineId?: string, comicVineSeriesId?: string, metronId?: string, metronSeriesId?: string }}
 */
export function outsideIds(web, notes) {
  const isMetron = /metron/i.test(notes)
  const issue = issueInNotes.exec(notes)?.[1]
  const series = seriesInNotes.exec(notes)?.[1]
  const found = {
    ...(issue === undefined ? {} : { [isMetron ? 'metronId' : 'comicVineId']: issue }),
    ...(series === undefined ? {} : { [isMetron ? 'metronSeriesId' : 'comicVineSeriesId']: series }),
  }
  for (const [name, shape] of inWeb) {
    const id = shape.exec(web)?.[1]
    if (id !== undefined) found[name] = id
  }
  return found
}
