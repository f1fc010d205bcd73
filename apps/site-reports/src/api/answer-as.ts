import { z } from '@pawl/app/api'
import type { Context } from 'hono'
import { renderHtml } from '../report/render-html.ts'
import { renderMarkdown } from '../report/render-markdown.ts'
import type { Report } from '../report/report.ts'

export const format = z.enum(['json', 'md', 'html'])
export type Format = z.output<typeof format>

export const formats = (description: string) => ({
  description,
  content: {
    'application/json': { schema: z.looseObject({}) },
    'text/markdown': { schema: z.string() },
    'text/html': { schema: z.string() },
  },
})

/**
 * The page needs nothing and runs nothing; whatever a site or a model may have put into it, a browser does not follow it. Addresses of
 * reports are for those who have them: they are not handed on, nor found by search engines.
 */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** A report in one of its forms. */
// biome-ignore lint/suspicious/noExplicitAny: whichever of its contents a route has declared
export function answerAs(c: Context, report: Report, as: Format): any {
  if (as === 'json') return c.json(report, 200)
  const [type, text] = as === 'md' ? ['markdown', renderMarkdown(report)] : ['html', renderHtml(report)]
  return c.body(text, 200, { ...pageHeaders, 'Content-Type': `text/${type}; charset=utf-8` })
}
