import type { PageRule } from './page-rule.ts'

const rule = (
  name: string,
  severity: PageRule['severity'],
  message: string,
  isBroken: PageRule['isBroken'],
): PageRule => ({ rule: name, area: 'accessibility', severity, message, isBroken })

export const accessibilityRules: readonly PageRule[] = [
  rule(
    'language-missing',
    'medium',
    'The page does not say its language (html lang): screen readers pronounce it wrongly.',
    ({ facts }) => facts.language === null,
  ),
  rule(
    'alt-missing',
    'high',
    'There are images without a text (alt): who cannot see them learns nothing. Decoration has an empty one.',
    ({ facts: { imageCounts } }) => imageCounts.withoutAlt > 0 && `${imageCounts.withoutAlt} of ${imageCounts.all}`,
  ),
  rule(
    'link-without-text',
    'medium',
    'There are links that are called nothing: screen readers read out their address.',
    ({ facts: { linkCounts } }) => linkCounts.withoutText > 0 && `${linkCounts.withoutText} of them`,
  ),
  rule(
    'label-missing',
    'high',
    'There are fields of forms without a label.',
    ({ facts: { forms } }) => forms.withoutLabel > 0 && `${forms.withoutLabel} of ${forms.fields}`,
  ),
  rule(
    'heading-skipped',
    'low',
    'A level of headings is left out: the outline that screen readers go by has a hole.',
    ({ facts: { headings } }) => {
      const hole = headings.findIndex(({ level }, index) => index > 0 && level > headings[index - 1]!.level + 1)
      return hole > 0 && `h${headings[hole - 1]!.level} is followed by h${headings[hole]!.level}`
    },
  ),
  rule('viewport-missing', 'medium', 'There is no viewport for small screens.', ({ facts }) => facts.viewport === null),
  rule('zoom-forbidden', 'high', 'The viewport forbids to zoom in.', ({ facts: { viewport } }) =>
    /user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*1(\.0)?\s*(,|$)/i.test(viewport ?? ''),
  ),
  rule(
    'refresh',
    'medium',
    'The page sends people elsewhere by itself: who reads slowly cannot end.',
    ({ facts: { refresh } }) => refresh !== null && refresh.seconds > 0,
  ),
]
