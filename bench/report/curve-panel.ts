import type { Point, Result } from '../figures/result.ts'
import { escaped, heading, headingHeight, ink, type Panel, panelWidth } from './panel.ts'

type Grown = Result & { readonly curve: readonly Point[] }
type Axis = { readonly powers: readonly number[]; at(value: number): number }

const colours = ['#c2410c', '#0f766e', '#1d4ed8', '#7e22ce']
const left = 44
const right = panelWidth - 140
const bottom = headingHeight + 180
const height = bottom + 22
const labelHeight = 14

/** How costs grow with the number of jobs, both axes in powers of ten. */
export function curvePanel(results: readonly Grown[]): Panel {
  const points = results.flatMap(({ curve }) => curve)
  const works = points.map(({ work }) => work)
  const costs = points.map(({ cost }) => cost)
  const [x, y] = [axis(works, left, right), axis(costs, bottom, headingHeight)]
  const content = [heading('growth', 'ms by number of jobs'), grid(x, y), ...curves(results, x, y)]
  return { width: panelWidth, height, content: content.join('\n') }
}

function grid(x: Axis, y: Axis): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const across = x.powers.map(
    (power) => `<text x="${x.at(power)}" y="${height - 8}" text-anchor="middle" fill="${ink}">${number(power)}</text>`,
  )
  const up = y.powers.map(
    (power) =>
      `<line x1="${left}" x2="${right}" y1="${y.at(power)}" y2="${y.at(power)}" stroke="#e2e8f0"/>` +
      `<text x="${left - 6}" y="${y.at(power) + 4}" text-anchor="end" fill="${ink}">${number(power)}</text>`,
  )
  return [...across, ...up].join('\n')
}

/** The labels stand at the ends of their curves, as far as they do not cover each other. */
function curves(results: readonly Grown[], x: Axis, y: Axis): string[] {
  const byEnd = results.toSorted((a, b) => b.curve.at(-1)!.cost - a.curve.at(-1)!.cost)
  let below = 0
  return byEnd.map(({ name, ours, curve }, i) => {
    const colour = colours[i % colours.length]!
    const line = curve.map(({ work, cost }) => `${x.at(work)},${y.at(cost)}`).join(' ')
    const labelY = Math.max(y.at(curve.at(-1)!.cost) + 4, below + labelHeight)
    below = labelY
    const label = `${name.replace('growth of ', '').replace(', exponent', '')}: jobs^${ours.toFixed(2)}`
    return (
      `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${right + 8}" y="${labelY}" fill="${colour}">${escaped(label)}</text>`
    )
  })
}

/** A logarithmic axis that begins and ends at a power of ten. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i))
  const at = (value: number) => Number((from + ((Math.log10(value) - low) / (high - low)) * (to - from)).toFixed(1))
  return { powers, at }
}
