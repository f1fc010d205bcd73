import { opdsType } from './media-types.ts'
import { xmlElement } from './xml.ts'

/** Tells a reading app how to search: by an address with the words put in. */
export function searchDescription(base: string): string {
  const described = xmlElement('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
    xmlElement('ShortName', {}, 'Comics'),
    xmlElement('Description', {}, 'Series and issues by their names'),
    xmlElement('InputEncoding', {}, 'UTF-8'),
    xmlElement('OutputEncoding', {}, 'UTF-8'),
    xmlElement('Url', { type: opdsType.acquisition, template: `${base}/search?q={searchTerms}` }),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${described}\n`
}
