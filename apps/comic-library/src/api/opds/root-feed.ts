import type { ListedLibrary } from '../../tables/listed-libraries.ts'
import { opdsRel, opdsType } from './media-types.ts'
import type { OpdsEntry, OpdsFeed } from './opds-feed.ts'
import { type FeedKind, opdsLinks } from './opds-links.ts'

type Shelf = {
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly kind: FeedKind
  readonly rel?: string
}

const shelves: readonly Shelf[] = [
  { path: '/reading', title: 'Continue reading', summary: 'What you have begun', kind: 'acquisition' },
  { path: '/next', title: 'Next', summary: 'The next issue of each series that you read', kind: 'acquisition' },
  {
    path: '/newest',
    title: 'Newest',
    summary: 'What came last into the libraries',
    kind: 'acquisition',
    rel: opdsRel.newest,
  },
  { path: '/series', title: 'All series', summary: 'By name', kind: 'navigation' },
]

/** Where a reading app begins. */
export function rootFeed(base: string, readerName: string, libraries: readonly ListedLibrary[]): OpdsFeed {
  const scans = libraries.map(({ scannedAt, createdAt }) => (scannedAt ?? createdAt).getTime())
  const updated = new Date(Math.max(0, ...scans))
  const entry = ({ path, title, summary, kind, rel = 'subsection' }: Shelf): OpdsEntry => ({
    ...{ id: `urn:pawl:comic-library:shelf:${path.slice(1)}`, title, summary, updated },
    links: [{ rel, href: `${base}${path}`, type: opdsType[kind] }],
  })
  const ofLibrary = ({ id, name, series, issues }: ListedLibrary): OpdsEntry =>
    entry({
      ...{ path: `/series?library=${id}`, title: name, kind: 'navigation' },
      summary: `${series} series, ${issues} issues`,
    })
  return {
    ...{ id: 'urn:pawl:comic-library:root', title: `Comics of ${readerName}`, updated },
    links: opdsLinks(base, 'navigation', ''),
    entries: [...shelves.map(entry), ...(libraries.length > 1 ? libraries.map(ofLibrary) : [])],
  }
}
