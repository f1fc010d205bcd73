import { readFile } from 'node:fs/promises'
import { type AppCommand, type AppCommandContext, ProblemError, readId, when } from '@pawl/app'
import type { ApiContext, ApiOptions } from '../api/api-options.ts'
import { cancelBulk } from '../api/cancel-bulk.ts'
import { followState } from '../api/follow-state.ts'
import { foundBulk, submitBulk } from '../api/submit-bulk.ts'
import { type Bulk, type ListedBulk, listBulks } from '../tables/bulks.ts'
import { apiContextOf } from './api-context-of.ts'

const everyMs = 1_000

export const bulkCommand = (parts: ApiOptions): AppCommand => ({
  name: 'bulk',
  summary: 'reports about all sites of a file, one address a line; how far a list is; all lists',
  args: ['[file-or-list]'],
  options: {
    '--name <name>': 'what to call the list',
    '--wait': 'until all of it has ended',
    '--cancel': 'end what has not ended of the list of this number',
  },
  examples: ['pawl site-reports bulk sites.txt --wait', 'pawl site-reports bulk 3'],
  async run(context) {
    const api = apiContextOf(context, parts)
    const [given] = context.args
    if (given === undefined) return listAll(context)
    const isNumber = /^\d+$/.test(given)
    if (context.options.cancel === true) return tell(context, await cancelBulk(api, readId('list', given)))
    const bulk = isNumber ? await foundBulk(api, readId('list', given)) : await submitFile(api, context, given)
    if (context.options.wait !== true) return tell(context, bulk)
    return tell(context, await waitForBulk(api, bulk, context.say))
  },
})

async function submitFile(api: ApiContext, { options, say }: AppCommandContext, file: string): Promise<Bulk> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new ProblemError(
      400,
      'invalid-file',
      `expected a file of addresses, or the number of a list: ${error.message}`,
    )
  })
  const urls = text.split('\n').map((line) => line.trim())
  const bulk = await submitBulk(
    api,
    urls.filter((line) => line !== '' && !line.startsWith('#')),
    typeof options.name === 'string' ? options.name : null,
  )
  for (const { url, reason } of bulk.refused) say(`${url}: ${reason}`)
  return bulk
}

async function waitForBulk(api: ApiContext, bulk: Bulk, say: (text: string) => void): Promise<Bulk> {
  let last = bulk
  const { signal } = new AbortController()
  const look = () => foundBulk(api, bulk.id)
  for await (const now of followState({
    look,
    hasEnded: ({ unfinished }) => unfinished === 0,
    everyMs,
    gone: signal,
  })) {
    last = now
    say(lineOf(now))
  }
  return last
}

async function listAll({ db, printList }: AppCommandContext): Promise<number> {
  const bulks = await listBulks(db, undefined, 50)
  printList<ListedBulk>(
    [
      { head: 'LIST', cell: ({ id }) => id, right: true },
      { head: 'NAME', cell: ({ name }) => name },
      { head: 'REFUSED', cell: ({ refused }) => refused, right: true },
      { head: 'SINCE', cell: ({ createdAt }) => when(createdAt) },
    ],
    bulks,
    { none: 'no list yet; pawl site-reports bulk <file> makes one', data: { bulks } },
  )
  return 0
}

function tell({ json, print }: AppCommandContext, bulk: Bulk): number {
  print(json ? JSON.stringify(bulk, null, 2) : lineOf(bulk))
  return bulk.failed > 0 ? 1 : 0
}

function lineOf({ id, total, unfinished, completed, failed, cancelled, refused }: Bulk): string {
  const parts = [`${completed} done`, `${unfinished} under way`, `${failed} failed`, `${cancelled} cancelled`]
  return `list ${id}: ${total} sites, ${parts.join(', ')}${refused.length === 0 ? '' : `, ${refused.length} refused`}`
}
