type Paint = (text: string) => string

/** The few colours there are, each with a meaning. */
export type Palette = {
  readonly good: Paint
  readonly warn: Paint
  readonly bad: Paint
  readonly faint: Paint
  readonly strong: Paint
}

const plain: Paint = (text) => text
const paint =
  (on: number, off: number): Paint =>
  (text) =>
    text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`

export function palette(hasColours: boolean): Palette {
  if (!hasColours) return { good: plain, warn: plain, bad: plain, faint: plain, strong: plain }
  return { good: paint(32, 39), warn: paint(33, 39), bad: paint(31, 39), faint: paint(2, 22), strong: paint(1, 22) }
}
