import type { ListedIssue } from '../../tables/listed-issues.ts'
import { issueName } from '../issue-name.ts'
import { comicType } from '../media-types.ts'
import { opdsRel } from './media-types.ts'
import type { OpdsEntry, OpdsLink } from './opds-feed.ts'

/** An issue: to be fetched whole, or page by page. */
export function issueEntry(base: string, coverType: string, issue: ListedIssue): OpdsEntry {
  const { id, seriesName, addedAt, publisher, language } = issue
  return {
    id: `urn:pawl:comic-library:issue:${id}`,
    title: `${seriesName} ${issueName(issue)}`,
    summary: textIn(issue.comicInfo?.summary) ?? `${issue.pages} ${issue.pages === 1 ? 'page' : 'pages'}`,
    updated: addedAt,
    authors: authorsOf(issue),
    publisher: publisher ?? undefined,
    language: language ?? undefined,
    issued: issuedOn(issue),
    links: [
      ...(issue.hasCover ? coverLinks(`${base}/issues/${id}/cover`, coverType) : []),
      {
        rel: opdsRel.acquisition,
        href: `${base}/issues/${id}/file/${encodeURIComponent(issue.fileName)}`,
        type: comicType(issue.format),
        more: { length: issue.size },
      },
      ...(issue.pages > 0 ? [streamLink(base, issue)] : []),
    ],
  }
}

function coverLinks(href: string, type: string): OpdsLink[] {
  return [opdsRel.image, opdsRel.thumbnail].map((rel) => ({ rel, href, type }))
}

/** Pages are counted from 0 in the address and from 1 in what was read last: so says OPDS-PSE 1.2. */
function streamLink(base: string, { id, pages, progress }: ListedIssue): OpdsLink {
  return {
    rel: opdsRel.stream,
    href: `${base}/issues/${id}/pages/{pageNumber}?width={maxWidth}`,
    type: 'image/jpeg',
    more: {
      'pse:count': pages,
      'pse:lastRead': progress === null || progress.page === 0 ? undefined : progress.page,
      'pse:lastReadDate': progress === null ? undefined : progress.updatedAt.toISOString(),
    },
  }
}

/** It was read out of a file by somebody else: nothing is taken for granted. */
function authorsOf({ comicInfo }: ListedIssue): string[] {
  const people: readonly unknown[] = Array.isArray(comicInfo?.people) ? comicInfo.people : []
  const names = people.map((person) => textIn((person as { name?: unknown } | null)?.name))
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, 20)
}

function issuedOn({ comicInfo, year }: ListedIssue): string | undefined {
  if (year === null) return undefined
  const [month, day] = [comicInfo?.month, comicInfo?.day]
  const two = (value: number) => String(value).padStart(2, '0')
  const known = String(year).padStart(4, '0')
  if (typeof month !== 'number' || comicInfo?.year !== year) return known
  return typeof day === 'number' ? `${known}-${two(month)}-${two(day)}` : `${known}-${two(month)}`
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 4_000) : undefined
}
