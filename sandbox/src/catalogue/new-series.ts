import type { ChapterService, ContentRating, Series } from './upload.ts'
import { uuidOf } from './uuid-of.ts'

export type SeriesOptions = {
  readonly title: string
  /** All of them unless said otherwise. */
  readonly services?: readonly ChapterService[]
  /** How many chapters it has from the start; none unless said otherwise. */
  readonly chapters?: number
  readonly contentRating?: ContentRating
  readonly language?: string
  readonly group?: string
}

/** The ids follow from the seed and the place of the series, so that they are known before the sandbox runs. */
export function newSeries(
  options: SeriesOptions,
  index: number,
  { seed, feedsUrl }: { readonly seed: number; readonly feedsUrl: string },
): Series {
  const { title, services = ['mangadex', 'mangapark', 'mangaupdates', 'feeds'] } = options
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const mangadex = uuidOf(`${seed} series ${index}`)
  const mangapark = String(100_000 + index)
  const mangaupdates = 50_000_000_000 + index * 7_919
  const all: Readonly<Record<ChapterService, readonly [id: string, url: string]>> = {
    mangadex: [mangadex, `https://mangadex.org/title/${mangadex}/${slug}`],
    mangapark: [mangapark, `https://mangapark.net/title/${mangapark}-en-${slug}`],
    mangaupdates: [String(mangaupdates), `https://www.mangaupdates.com/series/${mangaupdates.toString(36)}/${slug}`],
    feeds: [String(index), `${feedsUrl}/${index}.${index % 2 === 0 ? 'rss' : 'atom'}`],
  }
  return {
    title,
    contentRating: options.contentRating ?? 'safe',
    language: options.language ?? 'en',
    group: options.group ?? `Group ${(index % 7) + 1}`,
    ids: Object.fromEntries(services.map((service) => [service, all[service][0]])),
    urls: Object.fromEntries(services.map((service) => [service, all[service][1]])),
  }
}
