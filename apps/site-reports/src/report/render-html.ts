import type { Finding } from './finding.ts'
import type { ModelReport } from './model-report.ts'
import type { Report } from './report.ts'
import { reportStyle } from './report-style.ts'

/**
 * A report as one page that needs nothing else: no script, no address that a browser would ask by itself. All that comes from a site or
 * a model is escaped, and the page forbids itself to load anything.
 */
export function renderHtml(report: Report): string {
  const { analysis, usage } = report
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex"><title>${escaped(report.title)}: a report</title><style>${reportStyle}</style></head>
<body><main>
<header><h1>${escaped(report.title)}</h1><p>${link(report.url)} · ${escaped(report.finishedAt.slice(0, 10))}</p></header>
<section><p class="summary">${escaped(analysis.summary)}</p><dl>
<dt>Audience</dt><dd>${escaped(analysis.audience)}</dd>
<dt>Value proposition</dt><dd>${escaped(analysis.valueProposition)}</dd>
<dt>Tone</dt><dd>${escaped(analysis.tone)}</dd></dl></section>
<section><h2>Scores</h2>${scores(analysis)}</section>
${points('Strengths', analysis.strengths, report.unquoted)}
${points('Weaknesses', analysis.weaknesses, report.unquoted)}
${points('Suggestions', analysis.suggestions, report.unquoted)}
<section><h2>Findings</h2>${findings(report.findings)}</section>
<section><h2>Pages</h2>${pages(report)}</section>
<footer><p>${escaped(usage.model)} · ${escaped(usage.template)} ${usage.version} · ${usage.promptTokens} + ${usage.completionTokens} tokens${usage.cost === null ? '' : ` · $${usage.cost.toFixed(4)}`}</p></footer>
</main></body></html>
`
}

function scores({ scores }: ModelReport): string {
  const rows = Object.entries(scores).map(
    ([name, { score, reason }]) =>
      `<tr><th scope="row">${escaped(name)}</th><td><meter min="0" max="10" value="${score}">${score}</meter> ${score}</td><td>${escaped(reason)}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">score</th><th scope="col">of 10</th><th scope="col">why</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

type Point = ModelReport['strengths'][number] & { readonly effort?: string }

function points(title: string, list: readonly Point[], unquoted: readonly string[]): string {
  const items = list.map((point) => {
    const effort = point.effort === undefined ? '' : ` <small>effort: ${escaped(point.effort)}</small>`
    const doubt = unquoted.includes(point.evidence) ? ' <small>(not found on the pages)</small>' : ''
    return `<li><p>${escaped(point.text)}${effort}</p><blockquote>${escaped(point.evidence)}${doubt}<br>${link(point.page)}</blockquote></li>`
  })
  return items.length === 0 ? '' : `<section><h2>${title}</h2><ol>${items.join('')}</ol></section>`
}

function findings(list: readonly Finding[]): string {
  if (list.length === 0) return '<p>Nothing was found without the model.</p>'
  const items = list.map(
    ({ severity, area, message, pages }) =>
      `<li><span class="${severity}">${severity}</span> ${area}: ${escaped(message)}<br><small>${pages.map(link).join(', ')}</small></li>`,
  )
  return `<ul class="findings">${items.join('')}</ul>`
}

function pages({ pages, skipped, technologies }: Report): string {
  const rows = pages.map(
    ({ url, title, status, durationMs, bytes, words }) =>
      `<tr><td>${link(url)}<br><small>${escaped(title)}</small></td><td>${status}</td><td>${Math.round(durationMs)} ms</td><td>${Math.round(bytes / 1024)} KB</td><td>${words}</td></tr>`,
  )
  const left = skipped.map(({ url, reason }) => `<li>${link(url)}: ${escaped(reason)}</li>`)
  const heads = ['page', 'status', 'time', 'size', 'words'].map((name) => `<th scope="col">${name}</th>`)
  return [
    `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
    left.length === 0 ? '' : `<p>Not read:</p><ul>${left.join('')}</ul>`,
    technologies.length === 0 ? '' : `<p>Made with ${technologies.map(escaped).join(', ')}.</p>`,
  ].join('')
}

/** Only what is an address of the web becomes a link: a page may call anything its address. */
function link(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return escaped(url)
  return `<a href="${escaped(new URL(url).href)}" rel="noopener noreferrer nofollow">${escaped(url)}</a>`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}
