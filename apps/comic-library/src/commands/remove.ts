import type { AppCommand } from '@pawl/app'
import { removeLibrary } from '../tables/libraries.ts'
import { findLibraries } from './find-libraries.ts'

export const removeCommand: AppCommand = {
  name: 'remove',
  summary: 'forget a library, its series and how far they were read; its folder stays as it is',
  args: ['<library>'],
  examples: ['pawl comics remove Manga'],
  async run({ db, args, json, print, say }) {
    for (const { id, name } of await findLibraries(db, args)) {
      await removeLibrary(db, id)
      if (json) print(JSON.stringify({ id }))
      else say(`library ${name} is forgotten`)
    }
    return 0
  },
}
