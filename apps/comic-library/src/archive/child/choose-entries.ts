import type { Entry } from './entry.ts'
import { naturalOrder } from './natural-order.ts'

const image = /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|bmp|tiff?|jxl)$/i
const junk = /(?:^|\/)(?:__MACOSX\/|\.[^/]*(?:\/|$)|(?:thumbs\.db|desktop\.ini)$)/i
const comicInfo = /(?:^|\/)ComicInfo\.xml$/i
/** No archive that we unpack writes to disk, yet whoever names entries so is up to no good. */
const leadsOut = /^(?:[\\/]|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i

export type ChosenEntries = {
  readonly pages: readonly Entry[]
  readonly comicInfo: Entry | undefined
  /** How many were left out. */
  readonly unsafe: number
}

/** What of an archive is of use: its pages in order, and its ComicInfo.xml: the one at the root, else the one nearest to it. */
export function chooseEntries(entries: readonly Entry[]): ChosenEntries {
  const files = entries.filter(({ isFolder, name }) => !isFolder && !name.endsWith('/'))
  const isUnsafe = ({ name, isLink }: Entry) => isLink || leadsOut.test(name) || name.includes('\0')
  const usable = files.filter((entry) => !isUnsafe(entry) && !junk.test(entry.name))
  const pages = unique(usable.filter(({ name }) => image.test(name))).sort((a, b) => naturalOrder(a.name, b.name))
  const infos = unique(usable.filter(({ name }) => comicInfo.test(name)))
  infos.sort((a, b) => depth(a.name) - depth(b.name) || naturalOrder(a.name, b.name))
  return { pages, comicInfo: infos[0], unsafe: files.filter(isUnsafe).length }
}

/** Of entries with the same name the first one counts: it is the one that reading by name gives. */
function unique(entries: readonly Entry[]): Entry[] {
  const byName = new Map<string, Entry>()
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry)
  return [...byName.values()]
}

function depth(name: string): number {
  return name.split('/').length
}
