import { type AppCommand, readLimit } from '@pawl/app'
import { listSkipped, type SkippedFile } from '../tables/skipped-files.ts'
import { findLibraries } from './find-libraries.ts'

type Row = SkippedFile & { readonly library: string }

export const skippedCommand: AppCommand = {
  name: 'skipped',
  readOnly: true,
  summary: 'what was skipped, or read in part, and why',
  args: ['[libraries...]'],
  options: {
    '--limit <n>': 'so many of each library; 100 unless said otherwise',
    '--after <path>': 'those after this path',
  },
  examples: ['pawl comics skipped', 'pawl comics skipped Manga --limit 500'],
  async run({ db, args, options, printList }) {
    const limit = readLimit(options.limit, 100)
    const after = typeof options.after === 'string' ? options.after : undefined
    const rows: Row[] = []
    for (const { id, name } of await findLibraries(db, args)) {
      for (const file of await listSkipped(db, id, { after, limit })) rows.push({ ...file, library: name })
    }
    printList<Row>(
      [
        { head: 'FILE', cell: ({ path }) => path },
        { head: 'WHAT', cell: ({ code }) => code },
        { head: 'WHY', cell: ({ reason }) => reason },
        { head: 'LIBRARY', cell: ({ library }) => library, spare: true },
      ],
      rows,
      { none: 'nothing was skipped', data: { skipped: rows } },
    )
    return 0
  },
}
