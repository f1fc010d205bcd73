import type { SiteFacts } from '../page/site-facts.ts'
import { accessibilityRules } from './accessibility-rules.ts'
import type { Finding, Severity } from './finding.ts'
import type { PageRule } from './page-rule.ts'
import { performanceRules } from './performance-rules.ts'
import { seoRules } from './seo-rules.ts'

const weights: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 }
const rules: readonly PageRule[] = [...seoRules, ...accessibilityRules, ...performanceRules]

/** What is not as it should be on a site, as far as it can be told without a model; the worst first. */
export function findIssues(site: SiteFacts): readonly Finding[] {
  const found = rules.flatMap((rule): Finding[] => {
    const broken = site.pages.flatMap((page) => {
      const said = rule.isBroken(page, site)
      return said === false ? [] : [{ url: page.facts.url, said }]
    })
    if (broken.length === 0) return []
    const details = broken.flatMap(({ said }) => (typeof said === 'string' ? [said] : []))
    const message =
      details.length === 0 ? rule.message : `${rule.message} (${[...new Set(details)].slice(0, 5).join('; ')})`
    const { rule: name, area, severity } = rule
    return [{ rule: name, area, severity, message, pages: broken.map(({ url }) => url) }]
  })
  return found.sort((a, b) => weights[a.severity] - weights[b.severity])
}
