import { type AppCommand, type AppCommandContext, readLimit } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { startScan } from '../api/start-scan.ts'
import type { ListedLibrary } from '../tables/listed-libraries.ts'
import { WatchLibraries } from '../watch/watch-libraries.ts'
import { findLibraries } from './find-libraries.ts'
import { followScan } from './follow-scan.ts'
import { workUnlessServed } from './work-unless-served.ts'

export const watchCommand = (api: ApiOptions): AppCommand => ({
  name: 'watch',
  summary: 'scan libraries now, and again whenever something in their folders changes',
  args: ['[libraries...]'],
  options: { '--limit <n>': 'end after so many scans; never when left out' },
  examples: ['pawl comics watch', 'pawl comics watch Manga'],
  async run(context) {
    const { db, args, options, say } = context
    const libraries = await findLibraries(db, args)
    if (libraries.length === 0) {
      say('no library yet; pawl comics add <folder> makes one')
      return 1
    }
    await workUnlessServed(context, api)
    const most = options.limit === undefined ? Number.POSITIVE_INFINITY : readLimit(options.limit, 1)
    await watch(context, api, libraries, most)
    return 0
  },
})

/** Nothing else keeps a process that waits for a change. */
const longMs = 60_000

async function watch(
  context: AppCommandContext,
  api: ApiOptions,
  libraries: readonly ListedLibrary[],
  most: number,
): Promise<void> {
  const due = new Set(libraries)
  let wake = () => {}
  const scan = async (id: number) => {
    for (const library of libraries) if (library.id === id) due.add(library)
    wake()
  }
  const watching = new WatchLibraries({ watching: api.watching, list: async () => libraries, scan })
  const stay = setInterval(() => {}, longMs)
  try {
    await watching.start()
    for (let count = 0; count < most; ) {
      const [library] = due
      if (library === undefined) {
        context.say('waiting for changes; end with Ctrl-C')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      due.delete(library)
      await followScan(context, api, { library, ...(await startScan(context.pawl, api, library.id)) })
      count++
    }
  } finally {
    clearInterval(stay)
    await watching.stop()
  }
}
