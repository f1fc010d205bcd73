import { type AppCommand, ProblemError } from '@pawl/app'
import { changeRules } from '../api/change-rules.ts'
import { findListedLibrary } from '../tables/listed-libraries.ts'
import { findLibraries } from './find-libraries.ts'
import { readSpan } from './read-span.ts'

export const changeCommand: AppCommand = {
  name: 'change',
  summary: 'give a library another name, or other rules from the next scan on',
  args: ['<library>'],
  options: {
    '--name <name>': 'what it is called',
    '--years-apart <on|off>': 'years and ComicInfo volumes make series of their own',
    '--publishers-apart <on|off>': 'publishers make series of their own',
    '--watch <on|off>': 'scan it when something in it changes, while pawl up runs',
    '--every <time>': 'scan it so often, as in 12h or 7d; never with 0',
  },
  examples: ['pawl comics change Manga --watch on --every 7d'],
  async run({ db, args, options, json, print, say }) {
    const [library] = await findLibraries(db, args)
    const { id } = library!
    await changeRules(db, id, {
      name: typeof options.name === 'string' ? options.name : undefined,
      keepYearsApart: readSwitch('--years-apart', options.yearsApart),
      keepPublishersApart: readSwitch('--publishers-apart', options.publishersApart),
      watch: readSwitch('--watch', options.watch),
      rescanEveryMs: options.every === undefined ? undefined : readSpan(options.every, ''),
    })
    const changed = await findListedLibrary(db, id)
    if (json) print(JSON.stringify(changed))
    else say(`library ${changed?.name} is changed`)
    return 0
  },
}

function readSwitch(flag: string, text: string | boolean | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'on' || text === 'off') return text === 'on'
  throw new ProblemError(400, 'invalid-switch', `${flag} takes on or off; got '${String(text)}'`)
}
