/** What OPDS calls its own documents. */
export const opdsType = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  search: 'application/opensearchdescription+xml',
} as const

/** The relations of links that OPDS and its extension for pages have. */
export const opdsRel = {
  acquisition: 'http://opds-spec.org/acquisition/open-access',
  image: 'http://opds-spec.org/image',
  thumbnail: 'http://opds-spec.org/image/thumbnail',
  newest: 'http://opds-spec.org/sort/new',
  stream: 'http://vaemendis.net/opds-pse/stream',
} as const
