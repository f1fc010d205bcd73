import type { ListedSeries } from '../../tables/listed-series.ts'
import { opdsRel, opdsType } from './media-types.ts'
import type { OpdsEntry } from './opds-feed.ts'

/** A series, as the way to its issues. */
export function seriesEntry(base: string, coverType: string, series: ListedSeries): OpdsEntry {
  const { id, name, year, publisher, language, issues, genres, createdAt, coverIssueId, reading } = series
  const read = reading === null || reading.read === 0 ? '' : `, ${reading.read} read`
  const cover = `${base}/series/${id}/cover`
  return {
    id: `urn:pawl:comic-library:series:${id}`,
    title: year === null ? name : `${name} (${year})`,
    summary: `${issues} ${issues === 1 ? 'issue' : 'issues'}${read}`,
    updated: createdAt,
    publisher: publisher ?? undefined,
    language: language ?? undefined,
    categories: genres,
    links: [
      { rel: 'subsection', href: `${base}/series/${id}`, type: opdsType.acquisition },
      ...(coverIssueId === null
        ? []
        : [opdsRel.image, opdsRel.thumbnail].map((rel) => ({ rel, href: cover, type: coverType }))),
    ],
  }
}
