import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
h1 { font-size: 1.6rem; margin-bottom: .2rem }
p.lead { margin-top: 0; opacity: .8 }
form { display: flex; gap: .5rem; margin: 1.5rem 0 }
input { flex: 1; font: inherit; padding: .5rem .7rem; border: 1px solid color-mix(in srgb, currentColor 35%, transparent); border-radius: .4rem; background: transparent; color: inherit }
button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: .4rem; background: #2557d6; color: #fff; cursor: pointer }
[role=alert] { color: #c0392b }
code { font-size: .9em }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** The page brings its own style, and nothing else may run or load on it. */
export const homePagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export type HomePage = {
  readonly basePath: string
  /** Who is logged in; undefined: nobody is. */
  readonly name?: string | undefined
  /** Why a login was refused. */
  readonly refusal?: string
}

export function homePage({ basePath, name, refusal }: HomePage): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pawl</title>
<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>Pawl</h1>
<p class="lead">Durable background work on PostgreSQL.</p>
${refusal === undefined ? '' : html`<p role="alert">${refusal}</p>`}
${name === undefined ? loginForm(basePath) : links(basePath, name)}
</main>
</body>
</html>
`)
}

function loginForm(basePath: string) {
  return html`<form method="post" action="${basePath}/login">
<input name="token" type="password" aria-label="Token" placeholder="Token" autocomplete="current-password" required autofocus>
<button>Log in</button>
</form>
<p>The link that was shown when the server was started logs you in as well.</p>`
}

function links(basePath: string, name: string) {
  return html`<ul>
<li><a href="${basePath}/api/openapi.json">What the API can do</a> (OpenAPI 3.1)</li>
<li><a href="${basePath}/api/queues">Queues</a>, <a href="${basePath}/api/jobs">jobs</a>,
<a href="${basePath}/api/workers">workers</a>, <a href="${basePath}/api/dead-letters">dead letters</a></li>
<li><a href="${basePath}/metrics">Metrics</a> for Prometheus</li>
</ul>
<form method="post" action="${basePath}/logout"><span>Logged in as <code>${name}</code>.</span><button>Log out</button></form>`
}
