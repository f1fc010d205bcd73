import type { Result } from '../figures/result.ts'
import { escaped, heading, headingHeight, ink, ours, type Panel, panelWidth, theirs } from './panel.ts'
import { figure } from './table.ts'

const labelWidth = 190
const figureWidth = 70
const lineHeight = 17

/** All contenders of a row as bars, the best on top. Ours is the first of `all`. */
export function barPanel({ name, unit, bound, all }: Result): Panel {
  const [own] = Object.keys(all)
  const bars = Object.entries(all).toSorted(([, a], [, b]) => (bound === 'at least' ? b - a : a - b))
  const longest = Math.max(...bars.map(([, value]) => value))
  const drawn = bars.map(([label, value], i) => {
    const length = Math.max(1, (value / longest) * (panelWidth - labelWidth - figureWidth))
    const y = headingHeight + i * lineHeight
    const colour = label === own ? ours : theirs
    const weight = label === own ? ' font-weight="600"' : ''
    return [
      `<text x="0" y="${y + 11}" fill="${ink}"${weight}>${escaped(label)}</text>`,
      `<rect x="${labelWidth}" y="${y + 1}" width="${length.toFixed(1)}" height="${lineHeight - 5}" rx="2" fill="${colour}"/>`,
      `<text x="${(labelWidth + length + 5).toFixed(1)}" y="${y + 11}" fill="${ink}">${figure(value)}</text>`,
    ].join('')
  })
  const title = heading(name, `${unit}, ${bound === 'at least' ? 'more' : 'less'} is better`)
  return { width: panelWidth, height: headingHeight + bars.length * lineHeight, content: [title, ...drawn].join('\n') }
}
