import { PermanentError, type PhaseContext, type Tx } from 'pawl'
import { countFiles } from '../tables/known-paths.ts'
import type { Library } from '../tables/libraries.ts'
import { checkRoot } from '../walk/check-root.ts'
import { walkFolder } from '../walk/walk-folder.ts'
import type { ScanInput, ScanParts } from './scan-parts.ts'

/**
 * Throws when there are no comics where some are on record, unless that is meant: what is left of a drive that is not there is mostly an
 * empty folder. To be asked before a walk, and wherever files are taken for gone after it, as a drive may leave at any time.
 */
export async function refuseEmpty(
  tx: Tx,
  { root }: Library,
  { input, subject }: PhaseContext,
  readFolder: ScanParts['readFolder'],
): Promise<void> {
  await checkRoot(root)
  if ((input as ScanInput | undefined)?.mayBeEmpty === true) return
  const known = await countFiles(tx, subject)
  if (known === 0) return
  for await (const entry of walkFolder(root, { readFolder })) if (entry.kind === 'comic') return
  throw new PermanentError(
    `the library's folder ${root} has no comics in it, and ${known === 1_000 ? '1,000 or more are' : `${known} ${known === 1 ? 'is' : 'are'}`} on record: nothing was removed. ` +
      'Is its drive there? If they are all gone indeed, scan with --empty',
  )
}
