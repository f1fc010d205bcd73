import type { AllowPrivate } from 'pawl'
import type { ChapterSource } from './chapter-source.ts'
import { feed } from './feed.ts'
import { mangadex } from './mangadex.ts'
import { mangapark } from './mangapark.ts'
import { mangaupdates } from './mangaupdates.ts'

export type SourcesOptions = {
  /** Base addresses of services, where they are not the real ones. */
  readonly services?: {
    readonly mangadex?: string
    readonly mangapark?: string
    readonly mangaupdates?: string
  }
  /** Private addresses that may be called: those of stand-ins. */
  readonly allowPrivate?: AllowPrivate
  readonly userAgent?: string
}

/** All services that chapters come from. */
export type Sources = {
  readonly all: readonly ChapterSource[]
  /** As in series_source.source_name. */
  named(name: string): ChapterSource | undefined
  /** What an address that a person pastes stands for; undefined when it is none that can be followed. */
  recognise(url: string | URL): { readonly source: ChapterSource; readonly sourceId: string } | undefined
}

/** Their other pages are not feeds, whatever else they are. */
const knownSites = /(^|\.)(mangadex\.org|mangapark\.[a-z]+|mangaupdates\.com)$/

/** To add a service, write one file that makes a `ChapterSource`, and name it here: before `feed`, which takes any address. */
export function createSources({
  services = {},
  allowPrivate = false,
  userAgent = 'pawl-chapters/0.1',
}: SourcesOptions = {}): Sources {
  const service = (url: string) => ({ url: url.replace(/\/+$/, ''), allowPrivate, userAgent })
  const named = [
    mangadex(service(services.mangadex ?? 'https://api.mangadex.org')),
    mangapark(service(services.mangapark ?? 'https://mangapark.net')),
    mangaupdates(service(services.mangaupdates ?? 'https://api.mangaupdates.com/v1')),
  ]
  const feeds = feed({ allowPrivate, userAgent })
  const all = Object.freeze([...named, feeds])
  return {
    all,
    named: (name) => all.find((source) => source.name === name),
    recognise(address) {
      if (!URL.canParse(String(address))) return undefined
      const url = new URL(address)
      for (const source of knownSites.test(url.hostname) ? named : all) {
        const sourceId = source.recognise(url)
        if (sourceId !== undefined) return { source, sourceId }
      }
      return undefined
    },
  }
}
