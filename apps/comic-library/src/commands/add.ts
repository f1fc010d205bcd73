import { homedir } from 'node:os'
import path from 'node:path'
import type { AppCommand } from '@pawl/app'
import { addFolder } from '../api/add-folder.ts'
import { findListedLibrary } from '../tables/listed-libraries.ts'
import { readSpan } from './read-span.ts'

export const addCommand: AppCommand = {
  name: 'add',
  summary: 'make a library of a folder of comics',
  args: ['<folder>'],
  options: {
    '--name <name>': 'what it is called; as its folder when left out',
    '--years-apart': 'years and ComicInfo volumes make series of their own',
    '--publishers-apart': 'publishers make series of their own',
    '--watch': 'scan it when something in it changes, while pawl up runs',
    '--every <time>': 'scan it so often, as in 12h or 7d; daily when left out, never with 0',
  },
  examples: ['pawl comics add ~/Comics', 'pawl comics add /srv/manga --name Manga --watch'],
  async run({ db, args: [folder = ''], options, json, print, say }) {
    const id = await addFolder(db, {
      path: path.resolve(folder.replace(/^~(?=$|\/)/, homedir())),
      name: typeof options.name === 'string' ? options.name : undefined,
      keepYearsApart: options.yearsApart === true,
      keepPublishersApart: options.publishersApart === true,
      watch: options.watch === true,
      rescanEveryMs: readSpan(options.every, '1d'),
    })
    const added = await findListedLibrary(db, id)
    print(json ? JSON.stringify(added) : String(id))
    say(`library ${added?.name} is added; pawl comics scan reads it`)
    return 0
  },
}
