const bars = '▁▂▃▄▅▆▇█'

/** The last values as bars, the newest at the right. Nothing at all is the lowest bar, so that a gap is not a hole. */
export function sparkline(values: readonly number[], width: number): string {
  const shown = values.slice(-width)
  const most = Math.max(...shown, 0)
  return shown
    .map((value) => bars[most === 0 ? 0 : Math.ceil((Math.max(0, value) / most) * (bars.length - 1))])
    .join('')
}
