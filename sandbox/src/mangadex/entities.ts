import type { Series, Upload } from '../catalogue/upload.ts'
import { uuidOf } from '../catalogue/uuid-of.ts'

/** A chapter as the service shows it. The order of keys is not the same for all, as it is not there. */
export function chapterEntity(upload: Upload, includes: readonly string[]): object {
  const { id, number, volume, title, language, externalUrl, isUnavailable, version, pages } = upload
  const attributes = {
    volume,
    chapter: number,
    title,
    translatedLanguage: language,
    externalUrl,
    isUnavailable,
    publishAt: instant(upload.publishAt),
    readableAt: instant(upload.readableAt),
    createdAt: instant(upload.createdAt),
    updatedAt: instant(upload.updatedAt),
    pages,
    version,
  }
  const relationships = relationshipsOf(upload, includes)
  return id < '8'
    ? { id, type: 'chapter', attributes, relationships }
    : { relationships, attributes: reversed(attributes), type: 'chapter', id }
}

/** A manga as far as anybody asks. */
export function mangaEntity({ ids, title, contentRating }: Series): object {
  const attributes = {
    title: { en: title },
    // an empty map comes as a list
    altTitles: [],
    description: [],
    originalLanguage: 'ja',
    status: 'ongoing',
    contentRating,
    version: 1,
  }
  return { id: ids.mangadex, type: 'manga', attributes, relationships: [] }
}

function relationshipsOf({ groups, series, id }: Upload, includes: readonly string[]): object[] {
  const expanded = (type: string, attributes: object) => (includes.includes(type) ? { attributes } : {})
  return [
    ...groups.map((name) => ({
      id: uuidOf(`group ${name}`),
      type: 'scanlation_group',
      ...expanded('scanlation_group', { name, version: 1 }),
    })),
    { id: series.ids.mangadex, type: 'manga', ...expanded('manga', { title: { en: series.title } }) },
    { id: uuidOf(`user of ${id}`), type: 'user', ...expanded('user', { username: 'uploader' }) },
  ]
}

/** With an offset and without milliseconds. */
function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`
}

function reversed(object: object): object {
  return Object.fromEntries(Object.entries(object).reverse())
}
