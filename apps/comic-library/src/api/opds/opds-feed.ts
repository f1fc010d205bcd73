import { type Attributes, xmlElement, xmlText } from './xml.ts'

export type OpdsLink = {
  readonly rel: string
  readonly href: string
  readonly type: string
  readonly title?: string
  /** Attributes of extensions, with their prefix. */
  readonly more?: Attributes
}

export type OpdsEntry = {
  /** The same for ever, wherever it is shown. */
  readonly id: string
  readonly title: string
  readonly updated: Date
  readonly summary?: string | undefined
  readonly authors?: readonly string[]
  readonly publisher?: string | undefined
  readonly language?: string | undefined
  /** When it came out, as far as that is known: 2016, 2016-04 or 2016-04-27. */
  readonly issued?: string | undefined
  readonly categories?: readonly string[]
  readonly links: readonly OpdsLink[]
}

export type OpdsFeed = {
  readonly id: string
  readonly title: string
  readonly updated: Date
  readonly links: readonly OpdsLink[]
  readonly entries: readonly OpdsEntry[]
}

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dcterms': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
}

/** A feed of OPDS 1.2, which is Atom. */
export function opdsFeed({ id, title, updated, links, entries }: OpdsFeed): string {
  const feed = xmlElement('feed', namespaces, [
    ...head({ id, title, updated }),
    xmlElement('author', {}, xmlElement('name', {}, 'Pawl')),
    ...links.map(link),
    ...entries.map(entry),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${feed}\n`
}

function entry({ authors = [], categories = [], ...of }: OpdsEntry): string {
  const optional = (name: string, text: string | undefined) =>
    text === undefined || text === '' ? [] : [xmlElement(name, {}, xmlText(text))]
  return xmlElement('entry', {}, [
    ...head(of),
    ...authors.map((name) => xmlElement('author', {}, xmlElement('name', {}, xmlText(name)))),
    ...optional('dcterms:publisher', of.publisher),
    ...optional('dcterms:language', of.language),
    ...optional('dcterms:issued', of.issued),
    ...categories.map((term) => xmlElement('category', { term, label: term })),
    xmlElement('content', { type: 'text' }, xmlText(of.summary ?? '')),
    ...of.links.map(link),
  ])
}

function head({ id, title, updated }: Pick<OpdsFeed, 'id' | 'title' | 'updated'>): string[] {
  return [
    xmlElement('id', {}, xmlText(id)),
    // a title that is empty is none
    xmlElement('title', {}, xmlText(title.trim() || '?')),
    xmlElement('updated', {}, updated.toISOString()),
  ]
}

function link({ more = {}, ...attributes }: OpdsLink): string {
  return xmlElement('link', { ...attributes, ...more })
}
