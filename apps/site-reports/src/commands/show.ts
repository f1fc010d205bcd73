import { writeFile } from 'node:fs/promises'
import { type AppCommand, ProblemError, readId, when } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { foundContent } from '../api/found-report.ts'
import { type ReportState, reportState } from '../api/report-state.ts'
import { renderHtml } from '../report/render-html.ts'
import { renderMarkdown } from '../report/render-markdown.ts'
import type { Report } from '../report/report.ts'
import { apiContextOf } from './api-context-of.ts'

const forms: Readonly<Record<string, (report: Report) => string>> = {
  md: renderMarkdown,
  html: renderHtml,
  json: (report) => JSON.stringify(report, null, 2),
}

export const showCommand = (parts: ApiOptions): AppCommand => ({
  name: 'show',
  readOnly: true,
  summary: 'a report, or how it gets on',
  args: ['<report>'],
  options: {
    '--format <format>': 'md, html or json; md unless said otherwise',
    '--to <file>': 'into this file and not to the terminal',
    '--state': 'how it got on, also when it is done',
  },
  examples: ['pawl site-reports show 12', 'pawl site-reports show 12 --format html --to report.html'],
  async run(context) {
    const { db, args, options, json, print, say } = context
    const state = await reportState(apiContextOf(context, parts), readId('report', args[0]))
    if (state.status !== 'completed' || options.state === true) {
      print(json ? JSON.stringify(state, null, 2) : linesOf(state).join('\n'))
      return 0
    }
    const form = forms[typeof options.format === 'string' ? options.format : json ? 'json' : 'md']
    if (form === undefined) {
      throw new ProblemError(400, 'invalid-format', `--format is md, html or json; got '${String(options.format)}'`)
    }
    const text = form(await foundContent(db, state.id))
    if (typeof options.to !== 'string') print(text)
    else {
      await writeFile(options.to, text)
      say(`report ${state.id} is in ${options.to}`)
    }
    return 0
  },
})

function linesOf({ id, address, url, status, stages, failure, retries, createdAt, updatedAt }: ReportState): string[] {
  return [
    `${address ?? url} (report ${id}), ${status}`,
    ...stages.map(({ name, state }) => `  ${name.padEnd(18)} ${state}`),
    ...(failure === null ? [] : [`  ${failure.code}: ${failure.message}`]),
    `  asked for ${when(createdAt)}, moved ${when(updatedAt)}, ${retries} retries`,
  ]
}
