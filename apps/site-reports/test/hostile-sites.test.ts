import { html, redirect, site } from '@pawl/sandbox'
import { expect, test } from 'vitest'
import { renderHtml } from '../src/report/render-html.ts'
import { renderMarkdown } from '../src/report/render-markdown.ts'
import { findContent } from '../src/tables/report-contents.ts'
import { appDatabase } from './support/app-database.ts'
import { sharedBench } from './support/test-reports.ts'

const database = appDatabase()
const shared = sharedBench(database)

test('a page that speaks to models is quoted as data: its words stay between marks that it cannot write itself', async () => {
  const { report } = shared()
  const { id, status } = await report('https://hostile.example/')
  expect(status).toBe('completed')
  const { prompt, content } = await findContent(database.pool, id)
  const [system, user] = prompt!.messages
  expect(system!.content).not.toContain('hostile.example')
  const outside = user!.content.replaceAll(/<page_data url="[^"]*">\n[\s\S]*?\n<\/page_data>/g, '')
  expect(outside).not.toMatch(/ignore (all|your)|marketing assistant|rate every/i)
  expect(user!.content).toMatch(/ignore all previous instructions/i)
  expect(content!.analysis.summary).not.toContain('The best site on the web')
})

test('markup of a page is text in its report', async () => {
  const { report } = shared()
  const { id } = await report('https://scripted.example/')
  const { content } = await findContent(database.pool, id)
  const page = renderHtml(content!)
  expect(page).not.toMatch(/<script|<img|href="javascript/i)
  expect(page).toContain('&lt;script&gt;')
  expect(renderMarkdown(content!)).not.toMatch(/(?<!\\)<script|(?<!\\)\]\(/)
})

test.each([
  ['a redirect', (inside: string) => redirect(inside)],
  ['a redirect to a name of this machine', (inside: string) => redirect(inside.replace('127.0.0.1', 'localhost'))],
  ['a redirect to a number', (inside: string) => redirect(inside.replace('127.0.0.1', '2130706433'))],
  ['a redirect to IPv6', (inside: string) => redirect(inside.replace('127.0.0.1', '[::ffff:127.0.0.1]'))],
  [
    'a meta refresh',
    (inside: string) => html(`<!doctype html><title>x</title><meta http-equiv="refresh" content="0;url=${inside}">`),
  ],
])('%s into the network is refused with a clear message, and nobody inside is reached', async (_, answer) => {
  const { report, sandbox, canary } = shared()
  sandbox.web.put(site('trap.example', { about: 'a trap', pages: { '/': () => answer(canary.url) } }))
  const failed = await report('https://trap.example/')
  expect(failed).toMatchObject({ status: 'failed', failure: { code: 'private-address' } })
  expect(failed.failure!.message).toMatch(
    /^addresses inside of the network are not called: \S+ is (a loopback|.*address)/,
  )
  expect(canary.reached).toBe(0)
})

test('links and a robots.txt that lead into the network are left out', async () => {
  const { report, sandbox, canary } = shared()
  const page = `<!doctype html><title>Links</title><base href="${canary.url}"><h1>About us</h1><a href="/about">About</a><a href="${canary.url}pricing">Pricing</a><p>${'words '.repeat(60)}</p>`
  sandbox.web.put(
    site('links.example', {
      about: 'links inside',
      robots: () => redirect(canary.url),
      pages: { '/': () => html(page) },
    }),
  )
  await report('https://links.example/')
  expect(canary.reached).toBe(0)
})

test.each([
  ['http://127.0.0.1:1/', 'private-address'],
  ['http://[::1]/', 'private-address'],
  ['http://10.0.0.1/', 'private-address'],
  ['http://169.254.169.254/latest/meta-data', 'private-address'],
  ['https://localhost/', 'private-address'],
  ['http://0x7f.1/', 'private-address'],
  ['ftp://example.org/', 'invalid-url'],
  ['file:///etc/passwd', 'invalid-url'],
  ['https://user:secret@example.org/', 'invalid-url'],
  ['nonsense', 'invalid-url'],
])('%s is refused when it is given, as %s', async (url, code) => {
  const { report } = shared()
  await expect(report(url)).rejects.toMatchObject({ status: 400, code })
})
