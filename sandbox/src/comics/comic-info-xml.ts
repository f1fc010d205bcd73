import type { PlannedFile } from './plan-library.ts'

const writers = ['Ada Brook', 'Milo Stone', 'Ines Vale', 'Tomas Reed']

/** A ComicInfo.xml as taggers write it. One in twenty writes the series in capitals: it is the same one. */
export function comicInfoXml({ series, number, year }: PlannedFile, more: readonly string[] = []): string {
  const title = number % 20 === 0 ? series.title.toUpperCase() : series.title
  const elements = [
    `<Title>Part ${number}</Title>`,
    `<Series>${escaped(title)}</Series>`,
    `<Number>${number}</Number>`,
    `<Volume>${year}</Volume>`,
    `<Summary>What happens in part ${number} of ${escaped(series.title)}.</Summary>`,
    `<Year>${year}</Year>`,
    `<Month>${((number - 1) % 12) + 1}</Month>`,
    `<Writer>${writers[series.index % writers.length]}</Writer>`,
    `<Publisher>${escaped(series.publisher)}</Publisher>`,
    `<Genre>${series.genre}</Genre>`,
    `<Web>https://comicvine.gamespot.com/part/4000-${series.index * 1000 + number}/</Web>`,
    `<LanguageISO>en</LanguageISO>`,
    `<AgeRating>Teen</AgeRating>`,
    ...more,
  ]
  return `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n  ${elements.join('\n  ')}\n</ComicInfo>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
