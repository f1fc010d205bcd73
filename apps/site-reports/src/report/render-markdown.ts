import type { Finding } from './finding.ts'
import type { ModelReport } from './model-report.ts'
import type { Report } from './report.ts'

/** A report for people who read Markdown. All that comes from a page or a model is text and stays text. */
export function renderMarkdown(report: Report): string {
  const { analysis, usage } = report
  return [
    `# ${text(report.title)}`,
    `${link(report.url)}, ${report.finishedAt.slice(0, 10)}`,
    text(analysis.summary),
    `**Audience.** ${text(analysis.audience)}`,
    `**Value proposition.** ${text(analysis.valueProposition)}`,
    `**Tone.** ${text(analysis.tone)}`,
    '## Scores',
    scores(analysis),
    ...points('Strengths', analysis.strengths, report.unquoted),
    ...points('Weaknesses', analysis.weaknesses, report.unquoted),
    ...points('Suggestions', analysis.suggestions, report.unquoted),
    '## Findings',
    report.findings.length === 0 ? 'Nothing was found without the model.' : report.findings.map(finding).join('\n'),
    '## Pages',
    pages(report),
    ...(report.technologies.length === 0 ? [] : [`**Made with.** ${report.technologies.map(text).join(', ')}`]),
    `${text(usage.model)}, ${usage.template} ${usage.version}, ${usage.promptTokens} + ${usage.completionTokens} tokens${cost(usage.cost)}`,
  ].join('\n\n')
}

function scores({ scores }: ModelReport): string {
  const rows = Object.entries(scores).map(([name, { score, reason }]) => `| ${name} | ${score} | ${text(reason)} |`)
  return ['| | of 10 | why |', '|---|---|---|', ...rows].join('\n')
}

type Point = ModelReport['strengths'][number] & { readonly effort?: string }

function points(title: string, list: readonly Point[], unquoted: readonly string[]): readonly string[] {
  if (list.length === 0) return []
  const lines = list.map((point) => {
    const doubt = unquoted.includes(point.evidence) ? ' (not found on the pages)' : ''
    const effort = point.effort === undefined ? '' : ` (effort: ${point.effort})`
    return `- ${text(point.text)}${effort}\n  > ${text(point.evidence)}${doubt}\n  >\n  > ${link(point.page)}`
  })
  return [`## ${title}`, lines.join('\n')]
}

function finding({ severity, area, message, pages }: Finding): string {
  return `- **${severity}**, ${area}: ${text(message)} ${pages.map(link).join(', ')}`
}

function pages({ pages, skipped }: Report): string {
  const rows = pages.map(
    ({ url, title, status, durationMs, bytes, words }) =>
      `| ${link(url).replaceAll('|', '%7C')} | ${text(title)} | ${status} | ${Math.round(durationMs)} ms | ${Math.round(bytes / 1024)} KB | ${words} |`,
  )
  const left = skipped.map(({ url, reason }) => `- ${link(url)}: ${text(reason)}`)
  return [
    ['| page | title | status | time | size | words |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    ...(left.length === 0 ? [] : [`Not read:\n\n${left.join('\n')}`]),
  ].join('\n\n')
}

/** In one line, and without a meaning in Markdown or HTML. */
export function text(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~!&]/g, '\\$&')
    .replace(/^([-+=]|\d+[.)])/, '\\$1')
}

/** Only what is an address of the web is one. */
export function link(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return text(url)
  return `<${new URL(url).href.replace(/[<>\s]/g, encodeURIComponent)}>`
}

function cost(amount: number | null): string {
  return amount === null ? '' : `, $${amount.toFixed(4)}`
}
