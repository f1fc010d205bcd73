/** A part of the picture, drawn from its own corner. */
export type Panel = { readonly width: number; readonly height: number; readonly content: string }

export const panelWidth = 440
export const headingHeight = 36
export const ours = '#c2410c'
export const theirs = '#94a3b8'
export const ink = '#1e293b'

/** Text that may stand in XML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What is shown, and under it in what unit. */
export function heading(title: string, subtitle: string): string {
  return (
    `<text x="0" y="12" font-size="13" font-weight="600" fill="${ink}">${escaped(title)}</text>` +
    `<text x="0" y="26" font-size="10" fill="${ink}" opacity="0.7">${escaped(subtitle)}</text>`
  )
}
