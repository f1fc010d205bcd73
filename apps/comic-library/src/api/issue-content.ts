import { readFile } from 'node:fs/promises'
import { ProblemError } from '@pawl/app'
import type { Context } from 'hono'
import { PawlError, type Tx } from 'pawl'
import type { Page, ThumbnailOptions } from '../archive/archives.ts'
import { findIssuePlace, type IssuePlace } from '../tables/issue-places.ts'
import type { ApiOptions } from './api-options.ts'
import { comicType } from './media-types.ts'
import { unknownIssue } from './not-found.ts'
import { openInLibrary } from './open-in-library.ts'
import { sendFile } from './send-file.ts'
import { sendImage } from './send-image.ts'

/** What is in an issue, for the API and for reading apps alike. */
export type IssueContent = {
  /** The archive itself. */
  file(c: Context, issue: number): Promise<Response>
  /** A page, counted from 1; made no wider than `width`. */
  page(c: Context, issue: number, number: number, width?: number): Promise<Response>
  cover(c: Context, issue: number): Promise<Response>
}

export function issueContent(db: Tx, options: ApiOptions): IssueContent {
  const placeOf = async (issue: number): Promise<IssuePlace> => {
    const place = await findIssuePlace(db, issue)
    if (place === undefined) throw unknownIssue(issue)
    return place
  }
  return {
    async file(c, issue) {
      const place = await placeOf(issue)
      const handle = await openInLibrary(place)
      if (handle === undefined) throw gone(place)
      return sendFile(c, handle, { name: place.name, type: comicType(place.format) })
    },
    async page(c, issue, number, width) {
      const place = await placeOf(issue)
      const entry = place.pages[number - 1]
      if (entry === undefined) {
        const has = place.pages.length === 0 ? 'no pages' : `pages from 1 to ${place.pages.length}`
        throw new ProblemError(404, 'unknown-page', `issue ${issue} has ${has}; got ${number}`)
      }
      return sendImage(c, `${place.version}-${number}-${width ?? 'whole'}`, () =>
        fromArchive(place, () =>
          width === undefined
            ? options.archives.page(place.path, entry)
            : thumbnail(options, place, entry, { width, format: 'jpeg' }),
        ),
      )
    },
    async cover(c, issue) {
      const place = await placeOf(issue)
      if (!place.hasCover) throw new ProblemError(404, 'no-cover', `issue ${issue} has no cover`)
      const { width, format } = options.covers.options
      return sendImage(c, `${place.contentHash}-${width}-${format}`, () => coverOf(place, options))
    },
  }
}

/** Out of the cache; made anew where that was emptied. */
async function coverOf(place: IssuePlace, options: ApiOptions): Promise<Page> {
  const { covers } = options
  const key = { size: place.size, hash: place.contentHash }
  const kept = await readFile(covers.pathOf(key)).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (kept !== undefined) return { bytes: kept, type: covers.type }
  const entry = place.coverPage ?? place.pages[0]
  if (entry === undefined) throw new ProblemError(404, 'no-cover', `issue ${place.id} has no cover`)
  const made = await fromArchive(place, () => thumbnail(options, place, entry, covers.options))
  await covers.put(key, made.bytes)
  return made
}

async function thumbnail(
  options: ApiOptions,
  { path }: IssuePlace,
  entry: string,
  size: ThumbnailOptions,
): Promise<Page> {
  return { bytes: await options.archives.thumbnail(path, entry, size), type: `image/${size.format}` }
}

/** What is wrong with an archive is told to who asked; it is no fault of ours. */
async function fromArchive(place: IssuePlace, read: () => Promise<Page>): Promise<Page> {
  const handle = await openInLibrary(place)
  if (handle === undefined) throw gone(place)
  await handle.close()
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PawlError)) throw error
    throw new ProblemError(409, 'unreadable-page', `${place.name}: ${error.message}`, { cause: error })
  }
}

const gone = ({ name }: IssuePlace) =>
  new ProblemError(404, 'file-gone', `${name} cannot be read where the last scan found it; scan the library again`)
