import { z } from 'zod'
import { ModelReport } from '../report/model-report.ts'
import { storable } from '../sources/model/storable.ts'

export type ReadAnalysis =
  | { readonly isRead: true; readonly analysis: ModelReport }
  | { readonly isRead: false; readonly reason: string }

/** What a model says, as a report: whatever stands around its JSON is left out, and all of it is checked. */
export function readAnalysis(text: string): ReadAnalysis {
  const json = jsonIn(text)
  if (json === undefined) return { isRead: false, reason: 'it is not one whole JSON object' }
  const read = ModelReport.safeParse(json)
  if (read.success) return { isRead: true, analysis: read.data }
  return { isRead: false, reason: z.prettifyError(read.error).slice(0, 2_000) }
}

/** Some put it between fences, or say a word before and after. */
function jsonIn(text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  for (const part of [text, text.slice(from, to + 1)]) {
    try {
      const value: unknown = JSON.parse(part, (_, each) => (typeof each === 'string' ? storable(each) : each))
      if (typeof value === 'object' && value !== null) return value
    } catch {}
  }
  return undefined
}
