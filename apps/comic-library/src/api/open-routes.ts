import type { AppRouteServices } from '@pawl/app'
import { readerTokenPattern } from '@pawl/app'
import { after, createRoute, id, newRoutes, problems, z } from '@pawl/app/api'
import type { Context } from 'hono'
import type { Reader } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { opdsAnswers } from './opds-answers.ts'
import { opdsBase } from './opds-base.ts'
import { pageNumber, pageWidth } from './page-query.ts'
import { readerByPassword, readerByToken } from './reader-access.ts'
import { words } from './schemas.ts'

const tags = ['comic-library: OPDS']
const token = z.string().regex(readerTokenPattern)
const known = { id, page: pageNumber, name: z.string() }
/** Some apps add things of their own to an address, so that what is not known is let be. */
const query = z.object({ after, library: id.optional(), q: words.optional(), width: pageWidth })
const responses = {
  200: { description: 'A feed of OPDS 1.2, an image, or a file' },
  206: { description: 'A part of a file' },
  304: { description: 'It is as it was' },
  416: { description: 'The file is shorter than that' },
  ...problems(400, 404, 409),
}

/**
 * What reading apps use, without a token of the server: with the reader's token in the address, for apps that take nothing but an
 * address; or with Basic auth, where that token is the password.
 */
export function openRoutes({ db }: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  for (const { path, summary, answer } of opdsAnswers(db, options)) {
    const params = paramsOf(path)
    const tell = (c: Context, reader: Reader, given: unknown, asked: z.output<typeof query>) => {
      const { id: of = 0, page = 0 } = given as Given
      return answer(c, { ...asked, reader, id: of, page, base: opdsBase(c, options) })
    }
    const described = { method: 'get' as const, tags, summary, security: [], responses }
    const request = { params: params.extend({ token }), query }
    routes.openapi(createRoute({ ...described, path: `/{token}/opds${path}`, request }), async (c) => {
      const given = c.req.valid('param')
      return tell(c, await readerByToken(db, String(given.token)), given, c.req.valid('query'))
    })
    const withPassword = createRoute({ ...described, path: `/opds${path}`, request: { params, query } })
    routes.openapi(withPassword, async (c) => {
      const reader = await readerByPassword(db, c.req.header('Authorization'))
      return tell(c, reader, c.req.valid('param'), c.req.valid('query'))
    })
  }
  return routes
}

type Given = { readonly id?: number; readonly page?: number }

/** What is in braces in the path. */
function paramsOf(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each as keyof typeof known)
  return z.object(Object.fromEntries(names.map((each) => [each, known[each]])))
}
