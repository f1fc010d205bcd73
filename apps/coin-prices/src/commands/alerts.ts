import { type AppCommand, type AppCommandContext, notFound, ProblemError, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { checkWebhook } from '../api/check-webhook.ts'
import { unknownCoin } from '../api/not-found.ts'
import { addAlert, type ListedAlert, listAlerts, removeAlert } from '../tables/alerts.ts'
import { firstCollector } from '../tables/collectors.ts'
import { collectorOf } from './collector-of.ts'

export const alertsCommand = (api: ApiOptions): AppCommand => ({
  name: 'alerts',
  summary: 'rules that notice when a value moves by a percentage; or add one, or remove one by its number',
  args: ['[action]', '[alert]'],
  options: {
    '--percent <n>': 'how far a value has to move, above 0 and at most 1000. Default: 10',
    '--coin <coin>': 'this coin alone. Default: all coins of the collector',
    '--webhook <url>': 'called with each notice, as JSON',
    '--reader <name>': `the collector. Default: ${firstCollector.name} for a new rule, and all for the list`,
  },
  examples: ['pawl coins alerts add --percent 5 --coin 12', 'pawl coins alerts', 'pawl coins alerts remove 3'],
  async run(context) {
    const [action, given] = context.args
    if (action === 'add' && given === undefined) await add(context, api)
    else if (action === 'remove') await remove(context, readId('alert', given))
    else if (action === undefined) await list(context)
    else {
      const got = [action, given].filter(Boolean).join(' ')
      throw new ProblemError(400, 'invalid-action', `expected pawl coins alerts [add | remove <alert>]; got '${got}'`)
    }
    return 0
  },
})

async function add(context: AppCommandContext, { allowPrivate }: ApiOptions): Promise<void> {
  const { db, options, json, print, say } = context
  const collector = (await collectorOf(context)) ?? firstCollector.id
  const coin = typeof options.coin === 'string' ? readId('coin', options.coin) : undefined
  const webhookUrl = checkWebhook(typeof options.webhook === 'string' ? options.webhook : undefined, allowPrivate)
  const percent = readPercent(options.percent)
  const id = await addAlert(db, { collector, coin, percent, webhookUrl })
  if (id === undefined) throw unknownCoin(coin!)
  print(json ? JSON.stringify({ id }) : String(id))
  say(`alert ${id} is added: moves of at least ${percent} %, measured from the next value`)
}

function readPercent(text: string | boolean | undefined): number {
  if (text === undefined) return 10
  const percent = typeof text === 'string' && /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (percent > 0 && percent <= 1_000) return percent
  throw new ProblemError(
    400,
    'invalid-percent',
    `--percent takes a number above 0, at most 1000; got '${String(text)}'`,
  )
}

async function remove({ db, json, print, say }: AppCommandContext, id: number): Promise<void> {
  if (!(await removeAlert(db, id))) throw notFound('alert', id, 'pawl coins alerts shows all')
  if (json) print(JSON.stringify({ id }))
  else say(`alert ${id} is removed with its notices`)
}

async function list(context: AppCommandContext): Promise<void> {
  const alerts = await listAlerts(context.db, await collectorOf(context), 1_000)
  context.printList<ListedAlert>(
    [
      { head: 'ALERT', cell: ({ id }) => id, right: true },
      { head: 'READER', cell: ({ collector }) => collector },
      { head: 'COIN', cell: ({ coinId }) => coinId ?? 'all', right: true },
      { head: 'PERCENT', cell: ({ percent }) => percent, right: true },
      { head: 'WEBHOOK', cell: ({ webhookUrl }) => webhookUrl, spare: true },
    ],
    alerts,
    { none: 'no alert; pawl coins alerts add --percent 10 adds one', data: { alerts } },
  )
}
