import { attributeOf, type Element } from './html-tree.ts'
import type { PageFacts } from './page-facts.ts'

const noLabelNeeded = new Set(['hidden', 'submit', 'button', 'reset', 'image'])

/** The fields that people fill in, and how many of them say nothing to those who cannot see them. */
export function readForms(elements: readonly Element[]): PageFacts['forms'] {
  const labelled = new Set(
    elements.filter(({ tagName }) => tagName === 'label').map((label) => attributeOf(label, 'for')),
  )
  const fields = elements.filter(isField)
  const withoutLabel = fields.filter((field) => {
    const id = attributeOf(field, 'id')
    const names = ['aria-label', 'aria-labelledby', 'title'].some((name) => attributeOf(field, name)?.trim())
    return !names && !(id !== undefined && labelled.has(id)) && !isInsideLabel(field)
  })
  return { fields: fields.length, withoutLabel: withoutLabel.length }
}

function isField(element: Element): boolean {
  if (element.tagName === 'textarea' || element.tagName === 'select') return true
  return element.tagName === 'input' && !noLabelNeeded.has(attributeOf(element, 'type')?.trim().toLowerCase() ?? 'text')
}

function isInsideLabel(element: Element): boolean {
  for (let parent = element.parentNode; parent !== null && 'parentNode' in parent; parent = parent.parentNode) {
    if ('tagName' in parent && parent.tagName === 'label') return true
  }
  return false
}
