import type { App } from '@pawl/app'
import { chapters } from '@pawl/chapters'

export type ServiceUrls = { readonly mangadex: string; readonly mangapark: string; readonly mangaupdates: string }

/** The application, in a hurry: what takes minutes and hours takes seconds. */
export function chaptersApp(services: ServiceUrls): App {
  // 1,000 polls in this time are as many as two cores make beside the rest
  const everyMs = 20_000
  return chapters({
    services,
    allowPrivate: true,
    polling: { everyMs: 500, lostAfterMs: 60_000, completeEveryMs: 30_000 },
    // all go in the order of their age until they have come out with some: first imports are not to wait for second looks
    tiers: { hot: { everyMs, chapters: 6 }, warm: { everyMs }, cold: { everyMs } },
    failures: { retryMs: everyMs, closeMs: everyMs },
  })
}
