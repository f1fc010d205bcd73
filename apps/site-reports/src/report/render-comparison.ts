import type { Comparison } from './compare-reports.ts'
import type { Finding } from './finding.ts'
import { link, text } from './render-markdown.ts'

/** What has changed, as Markdown. */
export function renderComparison(comparison: Comparison): string {
  const { before, after, scores, title, words } = comparison
  const rows = scores.map(
    (each) => `| ${each.name} | ${each.before} | ${each.after} | ${signed(each.after - each.before)} |`,
  )
  return [
    `# ${link(after.url)}: ${before.finishedAt.slice(0, 10)} and ${after.finishedAt.slice(0, 10)}`,
    ...(comparison.isSameMeasure ? [] : ['Another model or template was asked: scores do not compare well.']),
    ['| | before | after | |', '|---|---|---|---|', ...rows].join('\n'),
    ...(title === null ? [] : [`**Title.** ${text(title.before)} → ${text(title.after)}`]),
    `**Words.** ${words.before} → ${words.after}`,
    ...findings('Fixed', comparison.fixed),
    ...findings('New', comparison.added),
    ...findings('Still there', comparison.remaining),
    ...list('Pages that are new', comparison.pagesAdded.map(link)),
    ...list('Pages that are gone', comparison.pagesRemoved.map(link)),
    ...list('Made with, new', comparison.technologiesAdded.map(text)),
    ...list('Made with, no more', comparison.technologiesRemoved.map(text)),
  ].join('\n\n')
}

function findings(title: string, found: readonly Finding[]): readonly string[] {
  return list(
    title,
    found.map(({ severity, message }) => `**${severity}**: ${text(message)}`),
  )
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')]
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change)
}
