import { defineSchedule, type PhasesDefinition } from 'pawl'
import type { ComicLibrarySettings } from '../options.ts'
import { type DueLibrary, takeDueLibraries } from '../tables/libraries.ts'

export type RescanDueParts = { readonly scan: PhasesDefinition; readonly rescan: ComicLibrarySettings['rescan'] }

/** Scans libraries that are due. One that is being scanned goes through its phases once more. */
export function rescanDue({ scan, rescan }: RescanDueParts) {
  return defineSchedule({
    name: 'comic-library.rescan-due',
    everyMs: rescan.everyMs,
    job: scan.job,
    due: takeDueLibraries,
    body: ({ id }: DueLibrary) => ({ subject: String(id) }),
  })
}
