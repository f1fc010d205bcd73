export type SiteRequest = { readonly path: string; readonly search: string }

/** What a site may need to misbehave. */
export type World = {
  /** An address inside of the network that nobody must reach. */
  readonly inside: string
  /** Ends at once when the sandbox stops. */
  pause(ms: number): Promise<void>
}

/** `cut`: the connection is broken off without a word. */
export type SiteAnswer = Response | 'cut'

export type MadeUpSite = {
  readonly host: string
  /** For people: what is special about it. */
  readonly about: string
  answer(request: SiteRequest, world: World): SiteAnswer | Promise<SiteAnswer>
}

type Pages = Readonly<Record<string, string | ((world: World) => SiteAnswer | Promise<SiteAnswer>)>>

export type SitePages = {
  readonly about: string
  /** By path. */
  readonly pages: Pages
  /** The text of robots.txt, or how it is answered; none unless said otherwise. */
  readonly robots?: string | ((world: World) => SiteAnswer)
}

/** A site of a few pages; all others are not found, and say so as they should. */
export function site(host: string, { about, pages, robots }: SitePages): MadeUpSite {
  return {
    host,
    about,
    answer({ path }, world) {
      if (path === '/robots.txt') {
        if (typeof robots === 'string') return text(robots)
        return robots?.(world) ?? text('there is none', 404)
      }
      const found = Object.hasOwn(pages, path) ? pages[path]! : undefined
      if (found === undefined) return html('<!doctype html><title>Not found</title><h1>Not found</h1>', { status: 404 })
      return typeof found === 'string' ? html(found) : found(world)
    },
  }
}

export function html(body: string | Uint8Array | ReadableStream, init: ResponseInit = {}): Response {
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    ...init,
    headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers },
  })
}

export function text(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

export function redirect(location: string, status = 302): Response {
  return new Response(null, { status, headers: { location } })
}
