import { type AppColumn, when } from '@pawl/app'
import type { ListedReport } from '../tables/reports.ts'

/** How reports are listed in a terminal. */
export const reportColumns: readonly AppColumn<ListedReport>[] = [
  { head: 'REPORT', cell: ({ id }) => id, right: true },
  { head: 'ADDRESS', cell: ({ address, url }) => address ?? url },
  { head: 'STATUS', cell: ({ status, step }) => (status === 'in-progress' ? step : status) },
  { head: 'NOTE', cell: ({ failure, title }) => failure?.code ?? title, spare: true },
  { head: 'TOKENS', cell: ({ usage }) => tokens(usage), right: true, spare: true },
  { head: 'SINCE', cell: ({ updatedAt }) => when(updatedAt), spare: true },
]

function tokens(usage: ListedReport['usage']): number | null {
  return usage === null ? null : usage.promptTokens + usage.completionTokens
}
