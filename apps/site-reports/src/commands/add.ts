import type { AppCommand } from '@pawl/app'
import type { DeskParts } from '../api/api-options.ts'
import { foundContent } from '../api/found-report.ts'
import { submitReport } from '../api/submit-report.ts'
import { renderMarkdown } from '../report/render-markdown.ts'
import { deskOf } from './api-context.ts'
import { waitFor } from './wait-for.ts'

export const addCommand = (parts: DeskParts): AppCommand => ({
  name: 'add',
  summary: 'ask for a report about a site',
  args: ['<url>'],
  options: { '--wait': 'wait until it is done, and show it' },
  examples: ['pawl site-reports add https://example.org --wait'],
  async run(context) {
    const { args, options, json, print, say } = context
    const desk = deskOf(context, parts)
    const { id, isNew } = await submitReport(desk, args[0] ?? '')
    if (options.wait !== true) {
      print(json ? JSON.stringify({ id, isNew }) : String(id))
      say(isNew ? `report ${id} is under way` : `report ${id} was under way already`)
      return 0
    }
    const { status, failure } = await waitFor(desk, id, say)
    if (status !== 'completed') {
      say(failure?.message ?? `report ${id} is ${status}`)
      return 1
    }
    const report = await foundContent(desk.db, id)
    print(json ? JSON.stringify(report, null, 2) : renderMarkdown(report))
    return 0
  },
})
