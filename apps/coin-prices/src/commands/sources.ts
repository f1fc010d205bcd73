import { type AppCommand, type AppCommandContext, notFound, ProblemError, when } from '@pawl/app'
import { enableSource, type ListedSource, limitSource, listSources } from '../tables/source-settings.ts'

const forms = 'pawl coins sources [enable|disable <source>], or rate <source> <per-minute>'

export const sourcesCommand: AppCommand = {
  name: 'sources',
  summary: 'the markets and their health; or enable, disable or rate with a name',
  args: ['[action]', '[source]', '[per-minute]'],
  examples: ['pawl coins sources', 'pawl coins sources disable pcgs', 'pawl coins sources rate ebay-browse 30'],
  async run(context) {
    const { db, args, say } = context
    const [action, name, rate] = args
    if (action !== undefined) {
      if (!(await change(db, action, name, rate))) throw notFound('source', `'${name}'`, 'pawl coins sources shows all')
      say(`${name} is changed, for all workers`)
    }
    await list(context)
    return 0
  },
}

async function change(db: AppCommandContext['db'], action: string, name?: string, rate?: string): Promise<boolean> {
  if (name !== undefined && action === 'rate' && rate !== undefined) return limitSource(db, name, readRate(rate))
  if (name !== undefined && rate === undefined && (action === 'enable' || action === 'disable')) {
    return enableSource(db, name, action === 'enable')
  }
  const got = [action, name, rate].filter((part) => part !== undefined).join(' ')
  throw new ProblemError(400, 'invalid-action', `expected ${forms}; got '${got}'`)
}

function readRate(text: string): number | null {
  if (text === 'none') return null
  const rate = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (rate > 0) return rate
  throw new ProblemError(400, 'invalid-rate', `expected requests a minute from 1 to 999999, or none; got '${text}'`)
}

async function list({ db, printList }: AppCommandContext): Promise<void> {
  const sources = await listSources(db)
  printList<ListedSource>(
    [
      { head: 'SOURCE', cell: ({ name }) => name },
      { head: 'ENABLED', cell: ({ isEnabled }) => (isEnabled ? 'yes' : 'no') },
      { head: 'A MINUTE', cell: ({ ratePerMinute }) => ratePerMinute ?? 'no limit', right: true },
      { head: 'FAILURES', cell: ({ failureStreak }) => failureStreak, right: true },
      { head: 'PAUSED UNTIL', cell: ({ pausedUntil }) => when(pausedUntil) },
      { head: 'LAST SUCCESS', cell: ({ lastSuccessAt }) => when(lastSuccessAt), spare: true },
      { head: 'LAST FAILURE', cell: ({ lastFailureAt }) => when(lastFailureAt), spare: true },
    ],
    sources,
    { none: 'no source', data: { sources } },
  )
}
