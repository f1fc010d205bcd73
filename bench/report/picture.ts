import type { Result } from '../figures/result.ts'
import { barPanel } from './bar-panel.ts'
import { curvePanel } from './curve-panel.ts'
import type { Panel } from './panel.ts'

const margin = 16
const columns = 2

/** The results as a picture: bars where Pawl is compared, those with the most contenders first, and curves where its growth is shown. */
export function picture(results: readonly Result[]): string {
  const contenders = ({ all }: Result) => Object.keys(all).length
  const compared = results
    .filter(({ peer }) => peer !== null)
    .toSorted((a, b) => contenders(b) - contenders(a))
    .map(barPanel)
  const curves = results.flatMap((result) => (result.curve === undefined ? [] : [{ ...result, curve: result.curve }]))
  const panels = [...compared, ...(curves.length > 0 ? [curvePanel(curves)] : [])]
  const placed = place(panels)
  const width = Math.max(0, ...placed.map(({ panel, x }) => x + panel.width)) + margin
  const height = Math.max(0, ...placed.map(({ panel, y }) => y + panel.height)) + margin
  const groups = placed.map(({ panel, x, y }) => `<g transform="translate(${x} ${y})">${panel.content}</g>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>Pawl beside its peers, row by row</title>',
    `<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>`,
    ...groups,
    '</svg>\n',
  ].join('\n')
}

/** Each panel goes under the column that is shortest so far. */
function place(panels: readonly Panel[]): { panel: Panel; x: number; y: number }[] {
  const bottoms = Array.from({ length: columns }, () => margin)
  return panels.map((panel) => {
    const column = bottoms.indexOf(Math.min(...bottoms))
    const y = bottoms[column]!
    bottoms[column] = y + panel.height + margin
    return { panel, x: margin + column * (panel.width + margin), y }
  })
}
