import type { AppCommand } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { foundContent } from '../api/found-report.ts'
import { submitReport } from '../api/submit-report.ts'
import { renderMarkdown } from '../report/render-markdown.ts'
import { apiContextOf } from './api-context-of.ts'
import { waitFor } from './wait-for.ts'

export const addCommand = (parts: ApiOptions): AppCommand => ({
  name: 'add',
  summary: 'ask for a report about a site',
  args: ['<url>'],
  options: { '--wait': 'wait until it is done, and show it' },
  examples: ['pawl site-reports add https://example.org --wait'],
  async run(context) {
    const { args, options, json, print, say } = context
    const api = apiContextOf(context, parts)
    const { id, isNew } = await submitReport(api, args[0] ?? '')
    if (options.wait !== true) {
      print(json ? JSON.stringify({ id, isNew }) : String(id))
      say(isNew ? `report ${id} is under way` : `report ${id} was under way already`)
      return 0
    }
    const { status, failure } = await waitFor(api, id, say)
    if (status !== 'completed') {
      say(failure?.message ?? `report ${id} is ${status}`)
      return 1
    }
    const report = await foundContent(api.db, id)
    print(json ? JSON.stringify(report, null, 2) : renderMarkdown(report))
    return 0
  },
})
