import { readFile } from 'node:fs/promises'
import { ArchiveError } from '../../src/archive/archive-error.ts'
import type { ArchiveFacts } from '../../src/archive/archive-facts.ts'
import type { Archives } from '../../src/archive/archives.ts'
import type { ComicInfo } from '../../src/comic-info/comic-info.ts'

const lists = [
  'people',
  'genres',
  'tags',
  'web',
  'characters',
  'teams',
  'locations',
  'storyArcs',
  'seriesGroups',
  'pages',
]

/** The content of a file that `plainArchives` reads: what its ComicInfo says, or that it is broken. */
export function comic(info: Partial<ComicInfo> | 'corrupt' = {}, salt = ''): string {
  return `${JSON.stringify(info)}${salt}`
}

/** Stands in for the archives: a file holds what its ComicInfo would say. Tells each path that was read. */
export function plainArchives(onRead: (path: string) => void = () => {}): Archives {
  return {
    async inspect(path): Promise<ArchiveFacts> {
      onRead(path)
      const text = await readFile(path, 'utf8')
      const info = JSON.parse(text.slice(0, Math.max(text.lastIndexOf('}') + 1, text.lastIndexOf('"') + 1)))
      if (info === 'corrupt') {
        return { format: 'zip', pages: [], warning: { code: 'corrupt', text: 'the archive is cut off' } }
      }
      const pages = ['01.jpg', '02.jpg']
      const facts = { format: 'zip' as const, pages, coverPage: '01.jpg' }
      if (Object.keys(info).length === 0) return facts
      return { ...facts, comicInfo: { ...Object.fromEntries(lists.map((name) => [name, []])), ...info } as ComicInfo }
    },
    async page() {
      throw new ArchiveError('no-such-page', 'there are no pages in the stand-in')
    },
    async thumbnail(path, entry) {
      onRead(path)
      return Buffer.from(`${entry} of it`)
    },
    async shrink(bytes) {
      if (bytes.length === 0) throw new ArchiveError('bad-image', 'the image cannot be decoded')
      return Buffer.from(`small ${Buffer.from(bytes).toString()}`)
    },
    async close() {},
  }
}
