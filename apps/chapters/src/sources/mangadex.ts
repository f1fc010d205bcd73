import { defineSource } from 'pawl'
import { z } from 'zod'
import type { ChapterSource } from './chapter-source.ts'
import { lookAtManga } from './mangadex/look-at-manga.ts'
import type { ServiceOptions } from './service-options.ts'
import { badAnswer } from './shared/bad-answer.ts'
import { cleanText } from './shared/clean-text.ts'
import { isEdgeFailure } from './shared/is-edge-failure.ts'
import { readJson } from './shared/read-json.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** An empty map comes as a list. */
const Names = z.union([z.record(z.string(), z.string()), z.array(z.unknown()).transform(() => ({}))])
const Manga = z.object({ data: z.object({ attributes: z.object({ title: Names }) }) })

/** MangaDex, by its API v5. */
export function mangadex({ url: base, allowPrivate, userAgent }: ServiceOptions): ChapterSource {
  return {
    name: 'mangadex',
    title: 'MangaDex',
    definition: defineSource({
      name: 'mangadex',
      // 5 a second and address. Of a burst of four the engine holds two back, so that at the most two leave together.
      requestsPerMinute: 300,
      burst: 4,
      maxDeferrals: 100,
      isFailure: isEdgeFailure,
      allowPrivate,
      userAgent,
    }),
    sourceOf: () => 'mangadex',
    recognise({ hostname, pathname }) {
      if (!/^(www\.)?mangadex\.org$/.test(hostname)) return undefined
      const id = /^\/(?:title|manga)\/([^/]+)/.exec(pathname)?.[1]?.toLowerCase() ?? ''
      return uuid.test(id) ? id : undefined
    },
    urlOf: (id) => `https://mangadex.org/title/${id}`,
    async describe(ask, id) {
      const answer = await ask(`${base}/manga/${encodeURIComponent(id)}`)
      if (answer.status === 404 || answer.status === 400) return null
      if (answer.status !== 200) throw badAnswer('MangaDex', 'a manga', answer)
      const names: Readonly<Record<string, string>> = readJson('MangaDex', answer, Manga).data.attributes.title
      return { title: cleanText(names.en ?? names['ja-ro'] ?? Object.values(names)[0]) ?? id }
    },
    look: (ask, id, { since }) => lookAtManga(ask, base, id, since),
  }
}
