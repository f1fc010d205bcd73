import { defineSource } from 'pawl'
import type { ChapterNumber } from '../../src/chapter/chapter-number.ts'
import type { ChapterSource, FoundPage, FoundRelease, Look } from '../../src/sources/chapter-source.ts'
import type { Sources } from '../../src/sources/sources.ts'

export type Upload = Partial<Omit<FoundRelease, 'number' | 'lastNumber' | 'volume'>> & {
  readonly number?: string | null
  readonly lastNumber?: string | null
  readonly volume?: string | null
}

/** A source in memory: what it has, what it was asked, and what goes wrong. */
export class MemorySource {
  readonly name: string
  readonly source: ChapterSource
  /** By the id of the series there; undefined in a map: the source has no such series. */
  readonly series = new Map<string, FoundRelease[]>()
  readonly unreadable: { id: string; reason: string }[] = []
  readonly looks: Look[] = []
  /** When each upload was last published or edited there. */
  readonly changedAt = new Map<string, Date>()
  pageSize = 100
  isComplete = true
  /** Thrown before a page with this number, from 0. */
  fault: { readonly page: number; readonly error: Error } | undefined
  /** Told after each page. */
  onPage: (page: number) => void | Promise<void> = () => {}

  constructor(name = 'memory') {
    this.name = name
    this.source = {
      name,
      title: name,
      definition: defineSource({ name, requestsPerMinute: 60_000 }),
      sourceOf: () => name,
      recognise: (url) => (url.hostname === `${name}.example` ? url.pathname.slice(1) : undefined),
      urlOf: (sourceId) => `https://${name}.example/${sourceId}`,
      describe: async (_ask, sourceId) => (this.series.has(sourceId) ? { title: `Title of ${sourceId}` } : null),
      look: async (_ask, sourceId, look) => {
        this.looks.push(look)
        if (!this.series.has(sourceId)) return null
        return { pages: this.#pages(sourceId, look), isComplete: this.isComplete && look.since === undefined }
      },
    }
  }

  /** Puts an upload at the top of what a series has, as services do. */
  publish(sourceId: string, upload: Upload): FoundRelease {
    const releases = this.series.get(sourceId) ?? []
    const number = upload.number === undefined ? String(releases.length + 1) : upload.number
    const sourceChapterId = upload.sourceChapterId ?? `${sourceId}-${number}-${releases.length}`
    const release: FoundRelease = {
      title: null,
      url: `https://${this.name}.example/chapter/${sourceChapterId}`,
      language: 'en',
      group: 'Group',
      publishedAt: new Date('2026-01-01T00:00:00Z'),
      isExternal: false,
      version: 1,
      ...upload,
      sourceChapterId,
      number: number as ChapterNumber | null,
      lastNumber: (upload.lastNumber ?? null) as ChapterNumber | null,
      volume: (upload.volume ?? null) as ChapterNumber | null,
    }
    this.series.set(sourceId, [release, ...releases])
    this.changedAt.set(sourceChapterId, new Date())
    return release
  }

  /** Puts something else in the place of an upload. */
  edit(sourceId: string, sourceChapterId: string, change: Upload): void {
    const releases = this.series.get(sourceId) ?? []
    this.changedAt.set(sourceChapterId, new Date())
    this.series.set(
      sourceId,
      releases.map((each) =>
        each.sourceChapterId === sourceChapterId ? ({ ...each, ...change } as FoundRelease) : each,
      ),
    )
  }

  remove(sourceId: string, sourceChapterId: string): void {
    const releases = this.series.get(sourceId) ?? []
    this.series.set(
      sourceId,
      releases.filter((each) => each.sourceChapterId !== sourceChapterId),
    )
  }

  /** By offset, as services do: what is published meanwhile moves the rest down a page. */
  async *#pages(sourceId: string, { since }: Look): AsyncIterable<FoundPage> {
    for (let page = 0; ; page++) {
      if (this.fault?.page === page) throw this.fault.error
      const all = (this.series.get(sourceId) ?? []).filter(
        ({ sourceChapterId }) => since === undefined || this.changedAt.get(sourceChapterId)! >= since,
      )
      const releases = all.slice(page * this.pageSize, (page + 1) * this.pageSize)
      yield { releases, unreadable: page === 0 ? [...this.unreadable] : [] }
      await this.onPage(page)
      if ((page + 1) * this.pageSize >= all.length) return
    }
  }
}

/** Sources in memory in the place of all others. */
export function memorySources(list: readonly MemorySource[]): Sources {
  const all = list.map(({ source }) => source)
  return {
    all,
    named: (name) => all.find((source) => source.name === name),
    recognise(address) {
      for (const source of all) {
        const sourceId = source.recognise(new URL(address))
        if (sourceId !== undefined) return { source, sourceId }
      }
      return undefined
    },
  }
}
