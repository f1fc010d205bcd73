import { type AppCommand, type AppCommandContext, ProblemError } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { counted } from '../api/grouped.ts'
import type { ScanView } from '../api/scan-of.ts'
import { startScan } from '../api/start-scan.ts'
import type { ListedLibrary } from '../tables/listed-libraries.ts'
import { rereadFiles } from '../tables/metadata.ts'
import { findLibraries } from './find-libraries.ts'
import { followScan, type StartedScan } from './follow-scan.ts'
import { workUnlessServed } from './work-unless-served.ts'

export const scanCommand = (api: ApiOptions): AppCommand => ({
  name: 'scan',
  summary: 'read what is new in libraries, all of them or those named, and show how far it is',
  args: ['[libraries...]'],
  options: {
    '--again <what>': 'read files anew that did not change: warned, those with a warning; or all',
    '--empty': 'a folder without comics is no mistake: what was in it is gone',
    '--detach': 'start it, and wait for nothing',
  },
  examples: ['pawl comics scan', 'pawl comics scan Manga --detach'],
  async run(context) {
    const { db, pawl, args, options, say, print, json } = context
    const libraries = await findLibraries(db, args)
    if (libraries.length === 0) {
      say('no library yet; pawl comics add <folder> makes one')
      return 1
    }
    await readAgain(context, libraries)
    const input = options.empty === true ? { mayBeEmpty: true } : undefined
    const started: StartedScan[] = []
    for (const library of libraries) started.push({ library, ...(await startScan(pawl, api, library.id, input)) })
    if (options.detach === true) {
      if (json)
        print(JSON.stringify({ scans: started.map(({ library, job }) => ({ libraryId: library.id, jobId: job })) }))
      else for (const { library, job } of started) say(`library ${library.name} is being scanned, by ${job}`)
      return 0
    }
    await workUnlessServed(context, api)
    const ended: ScanView[] = []
    for (const scan of started) ended.push(await followScan(context, api, scan))
    if (json) print(JSON.stringify({ scans: ended }, null, 2))
    return ended.every(({ state }) => state === 'done') ? 0 : 1
  },
})

/** Lets files be read once more: what reads them may have become better. */
async function readAgain({ db, options, say }: AppCommandContext, libraries: readonly ListedLibrary[]): Promise<void> {
  const { again } = options
  if (again === undefined) return
  if (again !== 'warned' && again !== 'all') {
    throw new ProblemError(400, 'invalid-again', `--again takes warned or all; got '${String(again)}'`)
  }
  for (const { id, name } of libraries) {
    const count = await rereadFiles(db, id, { all: again === 'all' })
    say(`${counted(count, 'file')} of ${name} will be read anew`)
  }
}
