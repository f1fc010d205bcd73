import { type AppCommand, when } from '@pawl/app'
import { type ListedLibrary, listedLibraries } from '../tables/listed-libraries.ts'

export const librariesCommand: AppCommand = {
  name: 'libraries',
  readOnly: true,
  summary: 'all libraries, with what is in them',
  examples: ['pawl comics libraries'],
  async run({ db, printList }) {
    const libraries = await listedLibraries(db)
    printList<ListedLibrary>(
      [
        { head: 'LIBRARY', cell: ({ name }) => name },
        { head: 'ID', cell: ({ id }) => id, right: true },
        { head: 'SERIES', cell: ({ series }) => series, right: true },
        { head: 'ISSUES', cell: ({ issues }) => issues, right: true },
        { head: 'SKIPPED', cell: ({ skipped }) => skipped, right: true },
        { head: 'SCANNED', cell: ({ scannedAt }) => when(scannedAt) },
        { head: 'NEXT', cell: ({ nextScanAt, watch }) => (watch ? 'watched' : when(nextScanAt)), spare: true },
        { head: 'FOLDER', cell: ({ root }) => root, spare: true },
      ],
      libraries,
      { none: 'no library yet; pawl comics add <folder> makes one', data: { libraries } },
    )
    return 0
  },
}
